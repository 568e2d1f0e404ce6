import Glibc
import Sandboxing

/// The host's first message to a worker, as JSON: the part of the policy that the worker enforces on itself.
struct WorkerOrders: Codable {
    let sandbox: SandboxOrders
    let channels: Int

    /// The exit code of a worker whose channel was closed.
    static let channelClosedCode: Int32 = EX_IOERR
    /// The exit code of a worker that can't load Core Image. It ends before it receives orders.
    static let missingLibraryCode: Int32 = EX_OSFILE

    /// The file descriptors that a worker starts with, besides the three standard ones.
    enum Descriptors {
        static let status: Int32 = 3
        static let firstChannel: Int32 = 4
    }
}
