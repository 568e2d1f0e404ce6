import CSandbox
import Foundation
import Glibc
import Sandboxing
import UntrustedInput

/// The worker's side of a ``WorkerProcess``. A program becomes a worker by calling ``run(_:)`` at the very start of
/// `main`.
package enum WorkerServer {
    /// The stack size of the channels' threads, equal to that of the main thread on most systems.
    private static let stackSize = 8 << 20

    /// Sandboxes this process, then serves requests until the host closes the channel.
    ///
    /// - Parameter serve: Called for every request: for the set-up on the main thread, for later requests concurrently
    ///   on as many threads as there are channels. Errors that it throws are sent to the host as text
    ///   (``WorkerFailure/refused(reason:)``).
    package static func run(_ serve: @escaping @Sendable (WorkerRequest) throws -> [UInt8]) -> Never {
        let first = WorkerChannel(WorkerOrders.Descriptors.firstChannel)
        guard let (frame, request) = try? first.receive(), frame.kind == .orders,
            let orders = try? CheckedJSON.decode(WorkerOrders.self, from: Data(request.bytes))
        else {
            FileHandle.standardError.write(
                Data("This program is started by CoreImage and does nothing by itself.\n".utf8))
            exit(EX_USAGE)
        }
        do {
            let stacks = (orders.channels - 1) * stackSize
            let answer = try Sandbox.enforce(
                orders.sandbox, statusPage: WorkerOrders.Descriptors.status, threadStacks: stacks)
            try first.send(.ready, call: frame.call, [UInt8](JSONEncoder().encode(answer)))
        } catch {
            try? first.send(.refusal, call: frame.call, [UInt8]("\(error)".utf8))
            _exit(EX_OSERR)
        }
        for number in 1..<max(orders.channels, 1) {
            let channel = WorkerChannel(WorkerOrders.Descriptors.firstChannel + Int32(number))
            let thread = Thread { serveAll(channel, serve) }
            thread.stackSize = stackSize
            thread.start()
        }
        serveAll(first, serve)
    }

    /// Serves requests one by one. The process ends if the host closes the channel or sends an invalid message.
    private static func serveAll(
        _ channel: WorkerChannel, _ serve: @Sendable (WorkerRequest) throws -> [UInt8]
    ) -> Never {
        csandbox_prepare_thread()
        while let (frame, request) = try? channel.receive() {
            csandbox_set_call(frame.call)
            let kind: Frame.Kind
            let body: [UInt8]
            do {
                body = try serve(request)
                kind = .reply
            } catch {
                body = [UInt8]("\(error)".utf8)
                kind = .refusal
            }
            csandbox_set_call(0)
            guard (try? channel.send(kind, call: frame.call, body)) != nil else { break }
        }
        _exit(WorkerOrders.channelClosedCode)
    }
}
