"""A wire tap between a client and a D-Bus bus: passes everything on, and keeps what the client receives.

    bustap.py LISTEN FILE ADDRESS    the socket to listen at, the file for all bytes that clients receive, the bus's address
    bustap.py LISTEN FILE file:PATH  the bus's address is the last IBUS_ADDRESS= in a file, read for each client anew

Printed for each message that a client receives: `got KIND MEMBER` (call, reply, error, signal; `-` without a member).
"""
import socket
import struct
import sys
import threading

KINDS = {1: "call", 2: "reply", 3: "error", 4: "signal"}
MEMBER = 3
lock = threading.Lock()


def address(text):
    """The socket of `unix:path=` or `unix:abstract=`."""
    if text.startswith("file:"):
        with open(text[5:]) as file:
            text = [line[13:].strip() for line in file if line.startswith("IBUS_ADDRESS=")][-1]
    keys = dict(pair.split("=", 1) for pair in text.split(":", 1)[1].split(","))
    return keys["path"] if "path" in keys else "\0" + keys["abstract"]


def aligned(offset, to):
    return (offset + to - 1) // to * to


def member(header, order):
    """The member in the fields of a message's header."""
    offset = 16
    while offset < len(header):
        offset = aligned(offset, 8)
        if offset >= len(header):
            break
        code, signature = header[offset], header[offset + 2:offset + 3]
        offset += 4
        if signature == b"u":
            offset = aligned(offset, 4) + 4
        elif signature == b"g":
            offset += header[offset] + 2
        else:
            offset = aligned(offset, 4)
            length, = struct.unpack_from(order + "I", header, offset)
            if code == MEMBER:
                return header[offset + 4:offset + 4 + length].decode()
            offset += 4 + length + 1
    return "-"


class Messages:
    """Finds the messages in what a client receives, behind the lines of the greeting."""

    def __init__(self):
        self.greeted = False
        self.rest = b""

    def take(self, data):
        self.rest += data
        while not self.greeted and self.rest[:1] not in (b"l", b"B"):
            line, end, rest = self.rest.partition(b"\r\n")
            if not end:
                return
            self.rest = rest
        self.greeted = self.greeted or bool(self.rest)
        while self.greeted and len(self.rest) >= 16:
            order = "<" if self.rest[:1] == b"l" else ">"
            body, _, fields = struct.unpack_from(order + "III", self.rest, 4)
            header = 16 + fields
            size = aligned(header, 8) + body
            if len(self.rest) < size:
                return
            print("got", KINDS.get(self.rest[1], "unknown"), member(self.rest[:header], order), flush=True)
            self.rest = self.rest[size:]


def serve(client, bus, record):
    def upward():
        while data := client.recv(65536):
            bus.sendall(data)
        bus.shutdown(socket.SHUT_WR)

    def downward():
        messages = Messages()
        while data := bus.recv(65536):
            with lock:
                record.write(data)
                record.flush()
                messages.take(data)
            client.sendall(data)
        client.shutdown(socket.SHUT_RDWR)

    for way in (upward, downward):
        threading.Thread(target=quietly, args=(way,), daemon=True).start()


def quietly(way):
    try:
        way()
    except OSError:
        pass  # one of the two has gone


listen, path, target = sys.argv[1:]
record = open(path, "ab")
listener = socket.socket(socket.AF_UNIX)
listener.bind(listen)
listener.listen(16)
print("ready", flush=True)
while True:
    client, _ = listener.accept()
    bus = socket.socket(socket.AF_UNIX)
    try:
        bus.connect(address(target))
    except (OSError, KeyError, IndexError):
        client.close()
        continue
    serve(client, bus, record)
