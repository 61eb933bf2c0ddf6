"""A Qt 5 window with a text entry that does what it is told; QT_IM_MODULE in the environment brings its keyboard.

Commands on standard input: show (focus in the entry, where the keyboard is asked for) | hide (focus on the button) |
quit. Each is answered by `ok COMMAND`; `rectangle X Y W H` is what the keyboard tells the program of itself, `text TEXT`
what is in the entry, printed as they change.
"""
import sys

from PyQt5.QtCore import QSocketNotifier
from PyQt5.QtGui import QGuiApplication
from PyQt5.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget


def say(*words):
    print(*words, flush=True)


application = QApplication([sys.argv[0]])
window = QWidget(windowTitle="entry")
box = QVBoxLayout(window)
entry, button = QLineEdit(), QPushButton("nothing")
box.addWidget(entry)
box.addWidget(button)
entry.textChanged.connect(lambda text: say("text", text))
method = QGuiApplication.inputMethod()


def rectangle():
    frame = method.keyboardRectangle()
    say("rectangle", *(int(each) for each in (frame.x(), frame.y(), frame.width(), frame.height())))


method.keyboardRectangleChanged.connect(rectangle)


def command(word):
    if word == "show":
        entry.setFocus()
        method.show()
    elif word == "hide":
        button.setFocus()
        method.hide()
    elif word == "quit":
        application.quit()
    say("ok", word)


def readable():
    line = sys.stdin.readline()
    if not line:
        application.quit()
    elif line.strip():
        command(line.strip())


sys.stdin = open(0, buffering=1)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(readable)
button.setFocus()
window.setGeometry(200, 120, 600, 150)
window.show()
say("ready")
application.exec_()
