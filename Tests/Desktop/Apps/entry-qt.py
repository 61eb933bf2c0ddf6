"""A Qt application with a field to type in, which has or has not the keyboard's focus, as it is told.

Commands on standard input, one a line, each answered by a line `ok COMMAND`: focus | blur | quit
`rectangle X Y W H` is where its keyboard tells it that it is, printed when that changes.
"""
import sys

from PyQt5.QtCore import QSocketNotifier
from PyQt5.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

application = QApplication(sys.argv)
window = QWidget()
layout = QVBoxLayout(window)
field = QLineEdit()
button = QPushButton("button")
layout.addWidget(button)
layout.addWidget(field)
window.setGeometry(200, 120, 600, 150)
window.show()
button.setFocus()


def focus():
    window.activateWindow()
    field.setFocus()
    application.inputMethod().show()


def hear():
    command = sys.stdin.readline().strip()
    if command == "focus":
        focus()
    elif command == "blur":
        button.setFocus()
        application.inputMethod().hide()
    else:
        application.quit()
    print("ok " + command, flush=True)


def tell():
    frame = method.keyboardRectangle()
    print("rectangle", *(int(each) for each in (frame.x(), frame.y(), frame.width(), frame.height())), flush=True)


method = application.inputMethod()
method.keyboardRectangleChanged.connect(tell)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(hear)
print("ready", flush=True)
application.exec_()
