#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>
#include <sys/pidfd.h>
#include <sys/eventfd.h>
