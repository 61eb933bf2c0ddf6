# shellcheck shell=sh disable=SC2034 # what is set here is used by the scripts that read it
# Shell functions for the scripts here and for Tests/run. To be read with `.`, from the top of the tree.

# Debian packages: to build, to run the demo, to test, to test on desktops.
build_packages="libdbus-1-dev libsystemd-dev libinih-dev libwayland-dev libxcb1-dev libxcb-randr0-dev libxcb-shape0-dev
    libgtk-4-dev pkg-config"
run_packages="dbus-bin dbus-daemon"
test_packages="systemd dbus-user-session mandoc desktop-file-utils xdg-dbus-proxy bubblewrap dbus-broker
    xvfb xserver-xephyr openbox xvkbd x11-utils x11-xserver-utils python3-xlib gcc g++ libc6-dev libglib2.0-dev python3
    binutils"
desktop_packages="sway squeekboard phoc grim wlr-randr python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 gir1.2-gtklayershell-0.1
    xserver-xorg-core xserver-xorg-video-dummy onboard dconf-gsettings-backend libglib2.0-bin maliit-keyboard
    matchbox-keyboard hunspell-en-gb python3-pyqt5 qtvirtualkeyboard-plugin
    qml-module-qtquick-virtualkeyboard qml-module-qt-labs-folderlistmodel
    ibus ibus-gtk3 ibus-gtk4 ibus-libpinyin fcitx5 fcitx5-pinyin fcitx5-frontend-gtk3 fcitx5-frontend-gtk4 xdotool
    fonts-wqy-zenhei at-spi2-core python3-pyqt6 qtbase5-dev qtwayland5 qt6-wayland make chromium firefox-esr"

# fail TEXT: says why, and ends.
fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# need_swift: the toolchain is the one thing that is not installed here.
need_swift() {
    command -v swift >/dev/null || fail "needs the Swift toolchain (6.2 or newer) in PATH: https://www.swift.org/install/"
}

# need_packages NAME...: installs the packages that are missing.
need_packages() {
    command -v dpkg-query >/dev/null || {
        echo "$(basename "$0"): no Debian: these packages' counterparts must be there: $*" >&2
        return 0
    }
    missing=
    for package in "$@"; do
        case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "neither root nor sudo: have these packages installed:$missing"
        as_root=sudo
    fi
    echo "installing$missing"
    # shellcheck disable=SC2086 # words are meant
    if ! { $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null; }
    then
        fail "apt-get could not install$missing"
    fi
}

# build_release [PRODUCT...]: the programs and the library, or those named, each one file that needs no Swift at run
# time. The manifest looks for libraries, so what it found before they were installed must not be taken for granted.
#
# Each function in a section of its own, and those of the daemon's way with a call side by side (Tests/Bench/record-order): after
# a rest a call finds little in the caches, and what it costs then is the pages it has to touch.
build_release() {
    if [ $# = 0 ]; then
        set -- headroomd headroom headroom-accessibility HeadroomC
        ! pkg-config --exists gtk4 || set -- "$@" HeadroomGTK4 headroom-gtk4-form
    fi
    order=$PWD/Sources/headroomd/call.order
    # A linker's file is nothing that the build system watches.
    [ .build/release/headroomd -nt "$order" ] || rm -f .build/release/headroomd
    for product in "$@"; do
        swift build -c release --static-swift-stdlib --manifest-cache none --product $product \
            -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
            -Xlinker --symbol-ordering-file="$order" -Xlinker --no-warn-symbol-ordering ||
            return 1
    done
    # As the package has a program called headroom, its library is built under another name.
    [ ! -e .build/release/libHeadroomC.so ] || ln -sf libHeadroomC.so .build/release/libheadroom.so
    [ ! -e .build/release/libHeadroomGTK4.so ] || ln -sf libHeadroomGTK4.so .build/release/libheadroom-gtk4.so
}
