"""A Qt window like that of fields-gtk3.py; the argument is the version, 5 or 6."""
import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtGui, QtWidgets
else:
    from PyQt6 import QtCore, QtGui, QtWidgets


def say(text):
    print(text, flush=True)


app = QtWidgets.QApplication(sys.argv)
fields = {}
window = QtWidgets.QWidget()
window.setWindowTitle("fields")
outside = QtWidgets.QVBoxLayout(window)
outside.addWidget(QtWidgets.QLabel("header"))
scroller = QtWidgets.QScrollArea()
scroller.setWidgetResizable(True)
outside.addWidget(scroller, 1)
inside = QtWidgets.QWidget()
content = QtWidgets.QVBoxLayout(inside)


def entry(name, where):
    fields[name] = QtWidgets.QLineEdit(f"field {name}")
    where.addWidget(fields[name])


for number in range(30):
    entry(f"e{number}", content)
area = fields["area"] = QtWidgets.QTextEdit()
area.setPlainText("\n".join(f"line {number}" for number in range(60)))
area.setFixedHeight(260)
content.addWidget(area)
for number in range(30, 40):
    entry(f"e{number}", content)
scroller.setWidget(inside)
entry("pinned", outside)


def paint(former, widget):
    for field, name in ((former, "white"), (widget, "#cc3300")):
        if isinstance(field, QtWidgets.QLineEdit):
            palette = field.palette()
            palette.setColor(QtGui.QPalette.ColorRole.Base, QtGui.QColor(name))
            field.setPalette(palette)


app.focusChanged.connect(paint)


def place(widget, rect):
    corner = widget.mapToGlobal(rect.topLeft())
    return ",".join(str(value) for value in (corner.x(), corner.y(), rect.width(), rect.height()))


def truth():
    widget = app.focusWidget()
    name = next((name for name, field in fields.items() if field is widget), "none")
    rect = place(widget, widget.rect()) if widget else ""
    view = place(scroller.viewport(), scroller.viewport().rect())
    say(f"truth focus={name} field={rect} view={view} caret={place(area.viewport(), area.cursorRect())} "
        f"offset={scroller.verticalScrollBar().value()} inner={area.verticalScrollBar().value()}")


def command(line):
    word, *rest = line.split()
    if word == "focus":
        fields[rest[0]].setFocus()
        # As Tab does; setFocus alone leaves it outside.
        scroller.ensureWidgetVisible(fields[rest[0]], 0, 0)
    elif word in ("caret", "end"):
        cursor = area.textCursor()
        document = area.document()
        cursor.setPosition(document.findBlockByNumber(int(rest[0])).position() if rest else document.characterCount() - 1)
        area.setTextCursor(cursor)
    elif word == "scroll":
        scroller.verticalScrollBar().setValue(int(float(rest[0])))
    elif word == "truth":
        truth()
    elif word == "quit":
        app.quit()
    say("ok " + line)


def readable():
    line = sys.stdin.readline()
    if line:
        command(line.strip())
    else:
        app.quit()


app.focusWindowChanged.connect(lambda focused: say("active") if focused else None)
window.setGeometry(100, 60, 500, 640)
window.show()
sys.stdin = open(0, buffering=1)
notifier = QtCore.QSocketNotifier(0, QtCore.QSocketNotifier.Type.Read)
notifier.activated.connect(lambda *_: readable())
say("ready")
getattr(app, "exec", getattr(app, "exec_", None))()
