// A form whose field with the focus stays above the keyboard.
//
//     qmake && make && ./form
#include "keyboard.h"

#include <QApplication>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <cstdio>

// A view that ends where the keyboard begins, and scrolls to the field with the focus.
class Form : public QScrollArea {
public:
    Form() {
        setWidgetResizable(true);
        auto fields = new QWidget;
        auto column = new QVBoxLayout(fields);
        for (int number = 1; number <= 20; number++) column->addWidget(new QLineEdit(QString("Field %1").arg(number)));
        setWidget(fields);
        connect(qApp, &QApplication::focusChanged, this, &Form::reveal);
        // Whoever makes the view smaller, the user or we.
        connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &Form::reveal);
    }

    void avoid(const QRectF &keyboard) {
        auto covered = rect().intersected(keyboard.translated(-mapTo(window(), QPoint())).toAlignedRect());
        setViewportMargins(0, 0, 0, covered.height());
    }

private:
    void reveal() {
        if (auto field = widget()->focusWidget()) ensureWidgetVisible(field, 0, 10);
    }
};

int main(int count, char **words) {
    QApplication application(count, words);
    application.setStyleSheet("QLineEdit:focus { background: #cc3300; color: white; }");
    Form form;
    form.setWindowTitle("A form");
    form.resize(400, 500);
    form.show();
    auto keyboard = new Keyboard(form.windowHandle());
    auto follow = [&form, keyboard] {
        auto frame = keyboard->keyboardRectangle();
        printf("%s%s %g %g %g %g\n", keyboard->isVisible() ? "visible" : "hidden",
               keyboard->isAnimating() ? " animating" : "", frame.x(), frame.y(), frame.width(), frame.height());
        fflush(stdout);
        // Only the window that is typed into makes room.
        if (form.isActiveWindow() || !keyboard->isVisible()) form.avoid(frame);
    };
    QObject::connect(keyboard, &Keyboard::changed, &form, follow);
    QObject::connect(form.windowHandle(), &QWindow::activeChanged, &form, follow);
    form.widget()->findChildren<QLineEdit *>().last()->setFocus();
    return application.exec();
}
