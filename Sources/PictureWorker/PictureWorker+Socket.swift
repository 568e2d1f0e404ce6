import ChildProcesses
import CommandOutput
import Foundation
import Synchronization

extension PictureWorker {
    /// The most clients at a time.
    private static let clientLimit = 64
    /// The time in which a client has to read an answer, in seconds.
    private static let sendingTime = 30

    /// Works for clients that connect to a socket, until ``drain()``. All jobs that were read have been answered then.
    ///
    /// - Throws: `Refusal` if the socket can't be made.
    package func serveSocket(at path: String) throws(Refusal) {
        let listener = try SocketListener(path: path)
        let clients = DispatchGroup()
        let count = Mutex(0)
        while true {
            let ready = Polling.wait(
                [(listener.readable, POLLIN), (stop.readable, POLLIN)], until: .now + .seconds(3600))
            if ready.contains(1) { break }
            guard ready.contains(0), let socket = listener.accept() else { continue }
            let channel = SocketChannel(socket: socket)
            channel.limitSending(to: Self.sendingTime)
            let client = ClientConnection(channel)
            guard count.withLock({ $0 < Self.clientLimit }) else {
                let failure = JobFailure(
                    .limit, "The worker has \(Self.clientLimit) clients already.",
                    remedy: "Connect later, or use one connection for several jobs.")
                client.send(.failed(id: nil, failure, .init()))
                continue
            }
            count.withLock { $0 += 1 }
            clients.enter()
            let thread = Thread { [self] in
                serve(client)
                count.withLock { $0 -= 1 }
                clients.leave()
            }
            thread.name = "worker client"
            thread.start()
        }
        listener.remove()
        clients.wait()
        finish()
    }
}
