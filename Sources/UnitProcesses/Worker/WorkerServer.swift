import CSandbox
import Foundation
import Glibc
import UntrustedInput

/// The other end of a ``WorkerProcess``: a program that calls this first thing in `main` is a worker.
public enum WorkerServer {
    /// Threads of channels have the stack that the main thread has on most systems.
    private static let stackSize = 8 << 20

    /// Closes this process into its sandbox, then serves requests until the host hangs up.
    ///
    /// - Parameter serve: Called for every request: the set-up on the main thread, later ones on as many threads at once as there are
    ///   channels. What it throws goes to the host as text (``WorkerFailure/refused(reason:)``).
    public static func run(_ serve: @escaping @Sendable (WorkerRequest) throws -> [UInt8]) -> Never {
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
                orders, statusPage: WorkerOrders.Descriptors.status, threadStacks: stacks)
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

    /// Serves one request after the other. A host that hangs up, or that can't be understood, ends the process.
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
        _exit(WorkerOrders.hungUpCode)
    }
}
