"""A virtual pointer over the plain Wayland socket: it gives a headless phoc its seat. It stays until its input ends.

With `keyboard` it is a virtual keyboard, without which sway's windows never have the focus; with a size, `360x720`, the
pointer moves on outputs that are that large together.

Commands on standard input, each answered by `ok COMMAND` once the compositor has it. Of a pointer: move X Y | press |
release | wheel (one step down). Of a keyboard: press KEY | type LETTERS.
"""
import array
import os
import socket
import struct
import sys
import time

path = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
wire = socket.socket(socket.AF_UNIX)
wire.connect(path)
is_keyboard = "keyboard" in sys.argv
# Numbers are given out in the order of the requests.
REGISTRY, SYNC = 2, 3
SEAT, MANAGER, DEVICE, DONE = (4, 5, 6, 7) if is_keyboard else (None, 4, 5, 6)
KEYMAP = b"""xkb_keymap {
xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };
xkb_compat { include "complete" }; xkb_symbols { include "pc+us+inet(evdev)" }; };
\0"""


def send(target, opcode, body, files=()):
    data = struct.pack("=IHH", target, opcode, 8 + len(body)) + body
    wire.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else [])


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


def bind(name, interface, target):
    send(REGISTRY, 0, struct.pack("=I", name) + string(interface) + struct.pack("=II", 1, target))


def make(names):
    """Asks for the device, and for word that it is there."""
    if is_keyboard:
        bind(names["wl_seat"], "wl_seat", SEAT)
        bind(names["zwp_virtual_keyboard_manager_v1"], "zwp_virtual_keyboard_manager_v1", MANAGER)
        send(MANAGER, 0, struct.pack("=II", SEAT, DEVICE))
        file = os.memfd_create("keymap")
        os.write(file, KEYMAP)
        send(DEVICE, 0, struct.pack("=II", 1, len(KEYMAP)), [file])
    else:
        bind(names["zwlr_virtual_pointer_manager_v1"], "zwlr_virtual_pointer_manager_v1", MANAGER)
        send(MANAGER, 0, struct.pack("=II", 0, DEVICE))
    send(1, 0, struct.pack("=I", DONE))


send(1, 1, struct.pack("=I", REGISTRY))
send(1, 0, struct.pack("=I", SYNC))
buffer = b""
names = {}
made = False
while not made:
    buffer += wire.recv(65536)
    while len(buffer) >= 8:
        target, opcode, size = struct.unpack_from("=IHH", buffer)
        if len(buffer) < size:
            break
        body, buffer = buffer[8:size], buffer[size:]
        if target == REGISTRY and opcode == 0:
            (name, length) = struct.unpack_from("=II", body)
            names[body[8:8 + length - 1].decode()] = name
        elif target == SYNC:
            make(names)
        elif target == DONE:
            made = True
print("ready", flush=True)

# As the kernel numbers them.
KEYS = {"Escape": 1, "BackSpace": 14, "Return": 28, "space": 57}
for first, row in ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")):
    KEYS.update((letter, first + place) for place, letter in enumerate(row))
LEFT = 272
size = next(([int(part) for part in word.split("x")] for word in sys.argv[1:] if word[0].isdigit()), [1, 1])


def act(opcode, *numbers):
    """A request of the device: the time, and numbers."""
    send(DEVICE, opcode, struct.pack("=I" + "i" * len(numbers), time.monotonic_ns() // 1000000 % 2**32, *numbers))


def settle(number):
    """Waits until the compositor has done all that was asked."""
    global buffer
    send(1, 0, struct.pack("=I", number))
    while True:
        while len(buffer) >= 8:
            target, _, length = struct.unpack_from("=IHH", buffer)
            if len(buffer) < length:
                break
            buffer = buffer[length:]
            if target == number:
                return
        buffer += wire.recv(65536)


# The numbers of what has ended are free again.
for line in sys.stdin:
    word, *rest = line.split()
    if is_keyboard:
        for name in rest if word == "press" else rest[0]:
            act(1, KEYS[name], 1)
            act(1, KEYS[name], 0)
    elif word == "move":
        act(1, int(rest[0]), int(rest[1]), *size)
    elif word == "wheel":
        send(DEVICE, 5, struct.pack("=I", 0))
        act(7, 0, 15 * 256, 1)
    else:
        act(2, LEFT, int(word == "press"))
    if not is_keyboard:
        send(DEVICE, 4, b"")
    settle(DONE)
    print("ok " + line.strip(), flush=True)
