"""Puts fingers on the touch screen of an Xorg with the input driver `inputtest`: SOCKET WIDTH HEIGHT.

Commands on standard input, each answered by `ok COMMAND` once the server has done it, in pixels: down FINGER X Y |
move FINGER X Y | up FINGER.
"""
import socket
import struct
import sys

# xf86-input-inputtest-protocol.h, version 1.1.
VERSION, SYNC, TOUCH = 0, 1, 6
KINDS = {"down": 18, "move": 19, "up": 20}
# Both axes of the driver's touch screens end there.
END = 0xFFFF
VALUATORS = 64

link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
size = [int(word) for word in sys.argv[2:4]]


def ask(kind, body=b""):
    """Sends an event that is answered, and takes the answer."""
    link.sendall(struct.pack("=II", 8 + len(body), kind) + body)
    (length,) = struct.unpack("=I", link.recv(4, socket.MSG_WAITALL))
    link.recv(length - 4, socket.MSG_WAITALL)


def touch(kind, finger, place):
    mask = bytes([3 if place else 0]) + bytes(VALUATORS // 8 - 1)
    values = [END * at / pixels for at, pixels in zip(place, size)] if place else []
    # The same place follows without acceleration, which there is none of.
    body = struct.pack("=III8s4x64d64d", finger, kind, 0, mask, *(values + [0.0] * (VALUATORS - len(values))), *[0.0] * 64)
    link.sendall(struct.pack("=II", 8 + len(body), TOUCH) + body)
    ask(SYNC)


ask(VERSION, struct.pack("=HH", 1, 1))
places = {}
print("ready", flush=True)
for line in sys.stdin:
    word, finger, *rest = line.split()
    # A finger is lifted where it was.
    places[finger] = [int(number) for number in rest] or places[finger]
    touch(KINDS[word], int(finger), places[finger])
    print("ok " + line.strip(), flush=True)
