"""A page in a browser that nobody modified: a list of 30 fields, a text area in it, and a field pinned at its bottom.

    fields-web.py chromium|firefox FOLDER [KIND]

The browser's profile is made in FOLDER. KIND: nothing, the page scrolls; `inner`, a part of it does; `sticky`, the pinned
field stands higher, above where the keyboard will be.

Commands on standard input, and what answers them, are as in fields-gtk3.py; places are in the page, in its pixels. `truth`
also has `mark`, the place of what is painted #00cc66: where that is on the screen the page's places are measured from.
"""
import http.server
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
commands = queue.SimpleQueue()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/commands":
            return self.stream()
        if self.path.partition("?")[0] != "/":
            return self.send_error(404)
        self.begin("text/html")
        self.wfile.write((HERE / "fields-web.html").read_bytes())

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.begin("text/plain")
        print(text.rstrip("\n"), flush=True)

    def begin(self, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()

    def stream(self):
        self.begin("text/event-stream")
        while True:
            self.wfile.write(f"data: {commands.get()}\n\n".encode())
            self.wfile.flush()

    def log_message(self, *_):
        pass


def chromium(folder, address):
    # There is no page here but our own; a sandbox in a container needs rights that tests do not have.
    return ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
            "--password-store=basic", "--disable-background-networking", "--disable-component-update",
            f"--user-data-dir={folder}", "--window-size=500,640", "--window-position=100,40", f"--app={address}"]


def firefox(folder, address):
    preferences = {
        "browser.shell.checkDefaultBrowser": False, "browser.aboutwelcome.enabled": False,
        "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": False,
        "toolkit.telemetry.reportingpolicy.firstRun": False, "termsofuse.bypassNotification": True,
        "app.update.enabled": False, "general.smoothScroll": True}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (folder / "user.js").write_text("\n".join(lines))
    place = {"screenX": "100", "screenY": "40", "width": "500", "height": "640", "sizemode": "normal"}
    (folder / "xulstore.json").write_text(json.dumps({"chrome://browser/content/browser.xhtml": {"main-window": place}}))
    return ["firefox-esr", "--no-remote", "--profile", str(folder), address]


browser, folder, *kind = sys.argv[1:]
profile = pathlib.Path(folder) / f"{browser}-profile"
profile.mkdir()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
page = f"http://127.0.0.1:{server.server_port}/?kind={''.join(kind)}"
make = {"chromium": chromium, "firefox": firefox}[browser]
child = subprocess.Popen(make(profile, page), stdin=subprocess.DEVNULL, stdout=sys.stderr, start_new_session=True)
for line in sys.stdin:
    if line.strip() == "quit":
        break
    commands.put(line.strip())
os.killpg(child.pid, 9)
