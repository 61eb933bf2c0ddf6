"""A virtual pointer over the plain Wayland socket: it gives a headless phoc its seat. It stays until its input ends."""
import os
import socket
import struct
import sys

path = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
wire = socket.socket(socket.AF_UNIX)
wire.connect(path)
REGISTRY, SYNC, MANAGER, POINTER = 2, 3, 4, 5


def send(target, opcode, body):
    wire.sendall(struct.pack("=IHH", target, opcode, 8 + len(body)) + body)


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


send(1, 1, struct.pack("=I", REGISTRY))
send(1, 0, struct.pack("=I", SYNC))
buffer = b""
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
            interface = body[8:8 + length - 1].decode()
            if interface == "zwlr_virtual_pointer_manager_v1":
                send(REGISTRY, 0, struct.pack("=I", name) + string(interface) + struct.pack("=II", 1, MANAGER))
                send(MANAGER, 0, struct.pack("=II", 0, POINTER))
                send(1, 0, struct.pack("=I", 6))
        if target == 6:
            made = True
print("ready", flush=True)
sys.stdin.read()
