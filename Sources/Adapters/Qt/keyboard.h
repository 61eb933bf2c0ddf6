// The on-screen keyboard as Qt programs know it from QInputMethod, told by Headroom.
//
// It reads of a notification: serial (what is news), output and output-frame (which screen, and its size there),
// frame_end (what will be covered, candidate bar included), duration_ms (whether it glides). That is all that
// QInputMethod has: a rectangle, and whether it is on its way; who wants to glide along reads start-time and curve too.
#pragma once

#include <QDBusMessage>
#include <QRectF>
#include <QTimer>
#include <QWindow>

class Keyboard : public QObject {
    Q_OBJECT
    // What it covers, or will when it stands, in the window's coordinates; empty when hidden or on another screen.
    Q_PROPERTY(QRectF keyboardRectangle READ keyboardRectangle NOTIFY changed)
    // Whether it is there, or comes.
    Q_PROPERTY(bool visible READ isVisible NOTIFY changed)
    // Whether it is on its way to that rectangle.
    Q_PROPERTY(bool animating READ isAnimating NOTIFY changed)

public:
    // For one window, which knows its place: any on X11; on Wayland one that is fullscreen.
    explicit Keyboard(QWindow *window);

    QRectF keyboardRectangle() const;
    bool isVisible() const { return visible; }
    bool isAnimating() const { return animating; }

signals:
    void changed();

private slots:
    void hear(const QDBusMessage &signal);

private:
    void ask();
    void take(QList<QVariant> notification, bool isVisible, bool isMoving);
    void forget();

    QWindow *window;
    QTimer absence;
    qulonglong serial = 0;
    QString output;
    // The screen in the global space, and what is covered, relative to it; in Headroom's pixels.
    QRectF outputFrame, frame;
    bool visible = false, animating = false;
};
