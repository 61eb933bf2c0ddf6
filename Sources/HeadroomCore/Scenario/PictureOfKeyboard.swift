extension PopupScenario {
    /// The queries as frames of a picture.
    func frames() -> [PictureFrame] {
        queries.map { query in
            let popup = popup(of: query)
            var frame = PictureFrame(title: "query", notes: [])
            frame.mark(outputs)
            frame.mark(.window, popup.window, "window")
            if let keyboard = popup.keyboard { frame.markKeyboard(keyboard) }
            if popup.cursor.height > 0 { frame.mark(.caret, popup.cursor, "caret") }
            if let origin = popup.origin(on: outputs) {
                let place = Rect(x: origin.x, y: origin.y, width: popup.size.width, height: popup.size.height)
                frame.mark(.popup, place, "popup")
                frame.notes.append("popup at \(PictureText.number(origin.x)), \(PictureText.number(origin.y))")
            }
            return frame
        }
    }
}

extension Notification {
    /// The notification, sent at `time` µs while the outputs were `outputs`, as a frame of a picture.
    func frame(at time: UInt64, on outputs: [Output]) -> PictureFrame {
        var frame = PictureFrame(
            title: kind.rawValue,
            notes: [
                "at \(PictureText.number(Double(time) / 1000)) ms · takes \(durationMS) ms",
                "inset \(PictureText.number(bottomInset)) · \(details.reason.rawValue)",
            ])
        frame.mark(outputs)
        frame.markKeyboard(frameEnd, regions: details.regions, bar: candidateBarHeight)
        return frame
    }
}
