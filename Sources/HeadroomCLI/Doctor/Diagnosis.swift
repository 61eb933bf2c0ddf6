import HeadroomClient

/// What an examination means: a line for each thing looked at.
enum Diagnosis {
    static func findings(_ found: Examination) -> [Finding] {
        [bus(found), daemon(found)] + displays(found) + observers(found) + facilities(found)
            + InputMethods.findings(found) + UnmodifiedPrograms.findings(found)
            + [unit(found), autostart(found), configuration(found), disabled(found), state(found)]
    }

    /// Whether the main job can work: nothing that it needs is missing.
    static func isGood(_ findings: [Finding]) -> Bool { !findings.contains { $0.state == .missing } }

    // MARK: Bus and daemon

    private static func bus(_ found: Examination) -> Finding {
        switch found.bus {
        case .answers:
            Finding("session bus", .ok, "answers")
        case .fails(let problem):
            Finding(
                "session bus", .missing, problem,
                hint: "run inside a desktop session, or under `dbus-run-session`")
        }
    }

    private static func daemon(_ found: Examination) -> Finding {
        guard let daemon = found.daemon else {
            return Finding(
                "headroomd", .missing, "not running",
                hint: "start it with `systemctl --user start headroomd`, or run `headroomd`")
        }
        let pid = daemon.pid.map { ", pid \($0)" } ?? ""
        guard let version = daemon.version else {
            return Finding(
                "headroomd", .missing, "its name is owned\(pid), but it does not answer", hint: "restart it")
        }
        return Finding("headroomd", .ok, "running\(pid), interface version \(version)")
    }

    // MARK: Display

    private static func displays(_ found: Examination) -> [Finding] {
        let isAny = [found.wayland, found.x11].contains { if case .answers = $0 { true } else { false } }
        let desktop = found.desktop.isEmpty ? "" : " (\(found.desktop))"
        func finding(_ check: String, _ variable: String, _ display: Examination.Display) -> Finding {
            let state = isAny ? Finding.State.note : .missing
            switch display {
            case .answers(let name):
                return Finding(check, .ok, "\(name) answers\(desktop)")
            case .none:
                return Finding(
                    check, state, "\(variable) is not set",
                    hint: isAny ? "" : "run inside a desktop session; headroomd needs the same variables")
            case .fails(let name, let problem):
                return Finding(check, state, "\(name): \(problem)", hint: "\(variable) should name a display that runs")
            case .remote(let name):
                return Finding(check, state, "\(name) is on another machine", hint: "run it where the display is")
            }
        }
        return [finding("Wayland", "WAYLAND_DISPLAY", found.wayland), finding("X11", "DISPLAY", found.x11)]
    }

    // MARK: Observers

    private static func observers(_ found: Examination) -> [Finding] {
        guard let observers = found.daemon?.observers else {
            return [Finding("observers", .missing, "nobody can say without headroomd", hint: "start headroomd")]
        }
        let active = observers.count { $0.availability == .active }
        let waiting = observers.count { $0.availability == .waiting }
        let counts = "\(active) active, \(waiting) waiting, of \(observers.count)"
        let whole =
            active + waiting > 0
            ? Finding("observers", .ok, counts)
            : Finding("observers", .missing, counts, hint: "see why below; only providers are heard")
        return [whole] + observers.map(observer)
    }

    private static func observer(_ observer: ObserverState) -> Finding {
        let check = "observer \(observer.name)"
        switch observer.availability {
        case .active:
            let beliefs = observer.believedFor.joined(separator: ", ")
            let parts = ["active", beliefs.isEmpty ? "" : "believed for \(beliefs)", observer.why]
            return Finding(check, .ok, parts.filter { !$0.isEmpty }.joined(separator: ", "))
        case .waiting:
            return Finding(check, .note, "waiting: \(observer.why)", hint: "taken up by itself when it comes")
        case .unavailable:
            return Finding(check, .note, "unavailable: \(observer.why)")
        }
    }

    private static func facilities(_ found: Examination) -> [Finding] {
        Facility.all.map { facility in
            found.names.contains(facility.name)
                ? Finding(facility.name, .ok, "is there (\(facility.meaning))")
                : Finding(facility.name, .note, "nobody owns it (\(facility.meaning))")
        }
    }

    // MARK: Files

    private static func unit(_ found: Examination) -> Finding {
        guard let unit = found.unit else {
            return Finding(
                "systemd unit", .note, "headroomd.service is not installed for the user's systemd",
                hint: found.autostart == nil ? "systemd/install of the source tree installs it" : "")
        }
        return Finding("systemd unit", .ok, unit)
    }

    private static func autostart(_ found: Examination) -> Finding {
        guard let entry = found.autostart else {
            return Finding(
                "autostart entry", .note, "headroomd.desktop is not installed",
                hint: found.unit == nil ? "systemd/install of the source tree installs it" : "")
        }
        return Finding("autostart entry", .ok, entry)
    }

    private static func configuration(_ found: Examination) -> Finding {
        switch found.configuration {
        case .none:
            Finding("configuration", .note, "no place for one", hint: "set HOME or XDG_CONFIG_HOME")
        case .absent(let path):
            Finding("configuration", .ok, "no \(path), the defaults hold")
        case .good(let path):
            Finding("configuration", .ok, path)
        case .bad(let complaints):
            Finding(
                "configuration", .note, complaints.joined(separator: "; "),
                hint: "what is wrong keeps its old value; correct it and send headroomd SIGHUP")
        }
    }

    private static func disabled(_ found: Examination) -> Finding {
        let names = found.disabledObservers.joined(separator: ", ")
        return names.isEmpty
            ? Finding("disabled observers", .ok, "none")
            : Finding(
                "disabled observers", .note, names,
                hint: "take them out of [observers] disable in headroom.conf to use them")
    }

    private static func state(_ found: Examination) -> Finding {
        switch found.state {
        case .none:
            Finding(
                "state folder", .note, "no place for one: what is learned is forgotten",
                hint: "set HOME or XDG_STATE_HOME")
        case .writable(let path):
            Finding("state folder", .ok, path)
        case .fails(let path, let problem):
            Finding(
                "state folder", .note, "\(path): \(problem): what is learned is forgotten",
                hint: "make it a folder that you can write to")
        }
    }
}
