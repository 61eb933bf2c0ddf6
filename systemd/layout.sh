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
    autostart=${XDG_CONFIG_HOME:-$HOME/.config}/autostart
    ;;
*)
    units=$PREFIX/lib/systemd/user
    autostart=/etc/xdg/autostart
    ;;
esac
programs=$PREFIX/bin
manuals=$PREFIX/share/man/man1
wanted=$units/graphical-session.target.wants

# Every file, as it is named when installed.
installed_files="
$programs/headroomd
$programs/headroom
$manuals/headroomd.1
$manuals/headroom.1
$units/headroomd.service
$units/headroom-plugin@.service
$wanted/headroomd.service
$autostart/headroomd.desktop
"

# reload_units: tells the user's systemd, if there is one that we can reach and the files are where it looks.
reload_units() {
    [ -z "$DESTDIR" ] && systemctl --user daemon-reload 2>/dev/null
}
