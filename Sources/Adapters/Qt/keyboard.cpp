#include "keyboard.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusPendingCallWatcher>
#include <QDBusServiceWatcher>
#include <QScreen>

static const QString name = "org.headroom.Headroom1", path = "/org/headroom/Headroom1",
                     interface = "org.headroom.Headroom1.Keyboard";

Keyboard::Keyboard(QWindow *window) : QObject(window), window(window) {
    auto bus = QDBusConnection::sessionBus();
    for (auto member : {"WillShow", "DidShow", "WillChangeFrame", "DidChangeFrame", "WillHide", "DidHide"})
        bus.connect(name, path, interface, member, this, SLOT(hear(QDBusMessage)));
    // A daemon that is replaced is back at once; without one nothing is in the way.
    absence.setSingleShot(true);
    absence.setInterval(2000);
    connect(&absence, &QTimer::timeout, this, &Keyboard::forget);
    auto owner = new QDBusServiceWatcher(name, bus, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(owner, &QDBusServiceWatcher::serviceRegistered, this, &Keyboard::ask);
    connect(owner, &QDBusServiceWatcher::serviceUnregistered, this, [this] { absence.start(); });
    for (auto moved : {&QWindow::xChanged, &QWindow::yChanged}) connect(window, moved, this, &Keyboard::changed);
    connect(window, &QWindow::screenChanged, this, &Keyboard::changed);
    ask();
}

void Keyboard::ask() {
    auto call = QDBusMessage::createMethodCall(name, path, interface, "GetState");
    call.setAutoStartService(false);
    auto pending = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(pending, &QDBusPendingCallWatcher::finished, this, [this, pending] {
        pending->deleteLater();
        if (pending->isError()) return; // No Headroom here.
        absence.stop();
        auto notification = pending->reply().arguments();
        auto phase = notification.takeFirst().toString();
        take(notification, phase != "hidden" && phase != "hiding", phase.endsWith("ing"));
    });
}

void Keyboard::hear(const QDBusMessage &signal) {
    auto isWill = signal.member().startsWith("Will");
    take(signal.arguments(), !signal.member().endsWith("Hide"), isWill && signal.arguments().at(6).toUInt() > 0);
}

void Keyboard::take(QList<QVariant> notification, bool isVisible, bool isMoving) {
    // A reply overtakes signals that were sent before it.
    if (notification[0].toULongLong() <= serial) return;
    serial = notification[0].toULongLong();
    output = notification[1].toString();
    frame = qdbus_cast<QRectF>(notification[3]);
    auto details = qdbus_cast<QVariantMap>(notification[7]);
    outputFrame = qdbus_cast<QRectF>(details.value("output-frame"));
    visible = isVisible;
    animating = isMoving;
    emit changed();
}

void Keyboard::forget() {
    visible = animating = false;
    emit changed();
}

QRectF Keyboard::keyboardRectangle() const {
    auto screen = window->screen();
    if (!visible || outputFrame.isEmpty() || screen->name() != output) return {};
    // Headroom's pixels are the server's on X11; Qt's are larger on a screen of high density.
    auto scale = screen->geometry().width() / outputFrame.width();
    QRectF onScreen(frame.topLeft() * scale, frame.size() * scale);
    return onScreen.translated(screen->geometry().topLeft() - window->mapToGlobal(QPoint()));
}
