import HeadroomBus
import HeadroomCore
import HeadroomWire

// What is asked of the daemon that this one replaces (contract, section 1: `--replace`).

extension Daemon {
    /// The outputs as `owner` publishes them; none where it does not answer.
    func readOutputs(of owner: BusName, timeout: UInt64, _ read: @escaping ([Output]) -> Void) {
        ask(
            owner, "org.freedesktop.DBus.Properties", "Get", "ss", timeout: timeout,
            body: { writer throws(BusError) in
                try writer.string(Names.keyboard.text)
                try writer.string("Outputs")
            },
            answer: { reader throws(BusError) in
                try reader.variant { value throws(BusError) in try [Output](&value) }
            }, { read($0 ?? []) })
    }

    /// What `owner` published last; nil where it does not answer.
    func readState(
        of owner: BusName, outputs: [Output], timeout: UInt64, _ read: @escaping (PublishedState?) -> Void
    ) {
        ask(
            owner, Names.keyboard, Names.Keyboard.getState, "", timeout: timeout, body: { _ in },
            answer: { reader throws(BusError) in try PublishedState(&reader, outputs: outputs) }, read)
    }

    private func ask<Answer>(
        _ owner: BusName, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature, timeout: UInt64,
        body: (inout Writer) throws(BusError) -> Void, answer: @escaping (inout Reader) throws(BusError) -> Answer,
        _ read: @escaping (Answer?) -> Void
    ) {
        do throws(BusError) {
            let call = try Message.call(owner, Names.path, interface, member, signature, body: body)
            bus.call(call, timeout: timeout) { result in
                switch result {
                case .success(let reply): read(try? reply.read(answer))
                case .failure: read(nil)
                }
            }
        } catch {
            read(nil)
        }
    }
}
