// navigator.virtualKeyboard on a Linux desktop: boundingRect and `geometrychange` as the W3C draft has them, told by
// Headroom over the bridge that served this file.
//
// boundingRect is the part of the page that the keyboard covers, in the page's pixels, and `geometrychange` comes before
// the keyboard moves, not after. `keyboard.duration` is how many milliseconds it has left, for a transition of one's own.
// CSS has what env(keyboard-inset-height) would be, as var(--keyboard-inset-height), and var(--keyboard-duration).
//
// The browser must know where its window is: any on X11, a fullscreen one (a kiosk) on Wayland. At a page zoom of 100 %.
class VirtualKeyboard extends EventTarget {
    #told = { visible: false };
    // The page draws under the keyboard, and makes room itself.
    overlaysContent = true;
    boundingRect = new DOMRectReadOnly();
    duration = 0;
    ongeometrychange = null;

    constructor(source) {
        super();
        new EventSource(source).onmessage = (event) => {
            this.#told = JSON.parse(event.data);
            this.#change(this.#told.left);
        };
        addEventListener("resize", () => this.#change(0));
    }

    #change(duration) {
        const rect = this.#covered();
        const old = this.boundingRect;
        if (["x", "y", "width", "height"].every((side) => rect[side] === old[side])) return;
        this.boundingRect = rect;
        this.duration = duration;
        const style = document.documentElement.style;
        style.setProperty("--keyboard-inset-height", `${rect.height && innerHeight - rect.top}px`);
        style.setProperty("--keyboard-duration", `${duration}ms`);
        const event = new Event("geometrychange");
        this.dispatchEvent(event);
        this.ongeometrychange?.call(this, event);
    }

    // Both the window and the keyboard in the space of all screens; a bar of tools is above the page.
    #covered() {
        const { visible, frame, output } = this.#told;
        if (!visible || !output) return new DOMRectReadOnly();
        const scale = screen.width / output[2];
        const left = (output[0] + frame[0]) * scale - screenX;
        const top = (output[1] + frame[1]) * scale - screenY - (outerHeight - innerHeight);
        const right = Math.min(left + frame[2] * scale, innerWidth);
        const bottom = Math.min(top + frame[3] * scale, innerHeight);
        const x = Math.max(left, 0), y = Math.max(top, 0);
        return right > x && bottom > y ? new DOMRectReadOnly(x, y, right - x, bottom - y) : new DOMRectReadOnly();
    }
}

Object.defineProperty(navigator, "virtualKeyboard", { value: new VirtualKeyboard("/keyboard") });
