# shellcheck shell=sh disable=SC2034 # what is set here is used by the scripts that read it
# Where `install` puts what and `uninstall` finds it. To be read with `.`, from the top of the tree.
#
# PREFIX   where to: /usr/local for root, ~/.local for others.
# DESTDIR  a folder to put before every path, for packagers; nothing outside it is touched.

HOME=${HOME:-/}
DESTDIR=${DESTDIR:-}
if [ -z "${PREFIX:-}" ]; then
    if [ "$(id -u)" = 0 ]; then PREFIX=/usr/local; else PREFIX=$HOME/.local; fi
fi
case $PREFIX in
/*[!A-Za-z0-9/._+-]* | [!/]*) fail "PREFIX must be an absolute path of letters, digits and / . _ + -: $PREFIX" ;;
esac

case $PREFIX in
"$HOME"/*)
    # One user's own.
    units=$PREFIX/share/systemd/user
    # No loader looks there by itself.
    rpath=' -Wl,-rpath,${libdir}'
    autostart=${XDG_CONFIG_HOME:-$HOME/.config}/autostart
    ;;
*)
    units=$PREFIX/lib/systemd/user
    rpath=
    autostart=/etc/xdg/autostart
    ;;
esac
programs=$PREFIX/bin
manuals=$PREFIX/share/man/man1
wanted=$units/graphical-session.target.wants
libraries=$PREFIX/lib
headers=$PREFIX/include
header_names="basics client plugin provider session solver space state"

# Every file, as it is named when installed.
installed_files="
$programs/headroomd
$programs/headroom
$programs/headroom-accessibility
$manuals/headroomd.1
$manuals/headroom.1
$manuals/headroom-accessibility.1
$units/headroomd.service
$units/headroom-plugin@.service
$wanted/headroomd.service
$autostart/headroomd.desktop
$units/headroom-accessibility.service
$wanted/headroom-accessibility.service
$autostart/headroom-accessibility.desktop
$libraries/libheadroom.so.1
$libraries/libheadroom.so
$libraries/pkgconfig/headroom.pc
$libraries/libheadroom-gtk4.so.1
$libraries/libheadroom-gtk4.so
$libraries/pkgconfig/headroom-gtk4.pc
$headers/headroom-gtk4.h
$headers/headroom-gtk4-forms.h
$programs/headroom-gtk4-form
$headers/headroom.h
$(for name in $header_names; do echo "$headers/headroom/$name.h"; done)
"

# reload_units: tells the user's systemd, if there is one that we can reach and the files are where it looks.
reload_units() {
    [ -z "$DESTDIR" ] && systemctl --user daemon-reload 2>/dev/null
}

# refresh_libraries: tells the loader what is in the system's folders for libraries.
refresh_libraries() {
    if [ -z "$DESTDIR$rpath" ] && [ "$(id -u)" = 0 ]; then /sbin/ldconfig; fi
}
