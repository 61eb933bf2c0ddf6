extension KeyboardReport {
    /// The same report in logical pixels: all that an event with `physical_on` says is in device pixels (rules C1, D4).
    func logical(on outputs: [Output], physicalOn name: String?) -> KeyboardReport {
        guard let name, let output = outputs.named(name) else { return self }
        var report = self
        switch extent {
        case .frame(let frame): report.extent = .frame(output.logical(device: frame))
        case .height(let height): report.extent = .height(height / output.scale)
        }
        report.candidateBar.height /= output.scale
        report.accessory.height /= output.scale
        report.roomBelowCaret /= output.scale
        report.regions = regions.map(output.logical(device:))
        return report
    }
}

extension [Output] {
    /// The outputs with a new frame for the one that holds `content`, else the first; panels keep their height.
    func turned(to frame: Rect?, holding content: Rect?) -> [Output] {
        guard let frame, let index = content.flatMap(index(holding:)) ?? indices.first else { return self }
        var outputs = self
        let old = outputs[index]
        outputs[index].frame = frame
        if let area = old.workArea {
            let reserved = old.frame.bottom - area.bottom
            outputs[index].workArea = Rect(
                left: frame.left, top: frame.top, right: frame.right, bottom: frame.bottom - reserved)
        }
        if let device = old.deviceFrame {
            outputs[index].deviceFrame = Rect(
                x: device.x, y: device.y, width: frame.width * old.scale, height: frame.height * old.scale)
        }
        return outputs
    }
}
