"""A virtual pointer over the plain Wayland socket: it gives a headless phoc its seat. It stays until its input ends.

With `keyboard` it is a virtual keyboard, without which sway's windows never have the focus. Commands on standard input, each
answered by `ok COMMAND`: type LETTERS, press NAME (a letter, space or Escape).
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
keys = {"Escape": 1, "space": 57}
for first, row in ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")):
    keys.update((letter, first + place) for place, letter in enumerate(row))
for line in sys.stdin:
    word, *rest = line.split()
    for name in {"type": list, "press": lambda name: [name]}[word](*rest):
        for state in (1, 0):
            send(DEVICE, 1, struct.pack("=III", time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF, keys[name], state))
    print("ok " + line.strip(), flush=True)
