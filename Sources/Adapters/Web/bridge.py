#!/usr/bin/env python3
"""Serves a folder of web pages on this machine, and tells them where the on-screen keyboard is.

    bridge.py FOLDER [PORT]

`/keyboard` is a stream of events (EventSource) that keyboard.js, served beside the pages, makes `geometrychange` of. Only
pages from here can read it: others get no leave from the browser (there is no Access-Control-Allow-Origin), and a foreign
name that was made to point here is no Host of ours.

It passes on of a notification: frame_end (what will be covered, candidate bar included) and output-frame (the output's
place), with which a page knows the keyboard in the space in which its browser knows its window; and duration_ms, start-time,
for those who glide along. Clients of the web platform get no beginning and no curve, so neither goes over the wire.
"""
import functools
import http.server
import json
import pathlib
import queue
import sys
import threading
import time

from gi.repository import GLib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from keyboard import Listener  # noqa: E402

KEEP_ALIVE_S = 15


class Feed:
    """What was told last, and the pages that listen. GLib's thread tells; each page has a thread of its own."""

    def __init__(self):
        self.lock = threading.Lock()
        self.newest = None
        self.listeners = set()

    def tell(self, keyboard):
        told = {
            "visible": keyboard.visible, "frame": keyboard.frame_end, "output": keyboard.details.get("output-frame"),
            "start": keyboard.details["start-time"], "duration": keyboard.duration_ms}
        with self.lock:
            self.newest = told
            for listener in self.listeners:
                listener.put(told)

    def open(self):
        listener = queue.SimpleQueue()
        with self.lock:
            self.listeners.add(listener)
            if self.newest:
                listener.put(self.newest)
        return listener

    def close(self, listener):
        with self.lock:
            self.listeners.discard(listener)


class Handler(http.server.SimpleHTTPRequestHandler):
    feed = Feed()

    def do_GET(self):
        if self.headers.get("Host") not in {f"{name}:{self.server.server_port}" for name in ("127.0.0.1", "localhost")}:
            self.send_error(403)
        elif self.path == "/keyboard":
            self.stream()
        else:
            super().do_GET()

    def translate_path(self, path):
        return str(HERE / "keyboard.js") if path == "/keyboard.js" else super().translate_path(path)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        listener = self.feed.open()
        try:
            while True:
                self.wfile.write(self.next_event(listener))
                self.wfile.flush()
        except OSError:
            pass  # The page is gone.
        finally:
            self.feed.close(listener)

    @staticmethod
    def next_event(listener):
        try:
            told = listener.get(timeout=KEEP_ALIVE_S)
        except queue.Empty:
            return b": still here\n\n"
        # A page that comes late has only the rest of a motion before it.
        left = max(0.0, told["duration"] - (time.monotonic_ns() / 1000 - told["start"]) / 1000)
        return f"data: {json.dumps({**told, 'left': left})}\n\n".encode()

    def log_message(self, *_):
        pass


def main(folder, port=0):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), functools.partial(Handler, directory=folder))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    listener = Listener(Handler.feed.tell)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    GLib.MainLoop().run()
    return listener


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: bridge.py FOLDER [PORT]")
    main(*sys.argv[1:])
