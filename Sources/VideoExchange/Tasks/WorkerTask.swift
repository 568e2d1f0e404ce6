import Sandboxing

/// A client's first message to a worker, which comes with the file that is read or written.
package struct WorkerTask: Codable, Sendable {
    /// The file descriptors that a worker starts with, besides the three standard ones.
    package enum Descriptors {
        /// The status page of the sandbox.
        package static let status: Int32 = 3
        /// The socket for messages.
        package static let channel: Int32 = 4
    }

    /// What a worker does with its file.
    package enum Work: Codable, Sendable {
        /// Reads a file. The extension of its name helps to recognise formats without a signature.
        case read(nameExtension: String)
        /// Writes a file.
        case write(WritingRequest)
    }

    /// What the worker enforces on itself.
    package var sandbox: SandboxOrders
    /// What files may demand.
    package var limits: VideoLimits
    /// What the worker does.
    package var work: Work

    /// Creates a task.
    package init(sandbox: SandboxOrders, limits: VideoLimits, work: Work) {
        (self.sandbox, self.limits, self.work) = (sandbox, limits, work)
    }
}

/// The reason why a worker can't continue.
package struct WorkerProblem: Error, Codable, Hashable, Sendable {
    /// The kinds of reasons, which decide about the error that a client throws.
    package enum Kind: String, Codable, Sendable {
        /// The file isn't one that can be read.
        case unrecognised
        /// The file needs something that isn't available.
        case unsupported
        /// The file exceeds a limit.
        case limit
        /// The file is damaged.
        case damaged
        /// The file, or the disk, can't be read or written.
        case inputOutput
        /// The request makes no sense for this file.
        case invalidRequest
        /// The library failed for another reason.
        case library
    }

    /// The kind of reason.
    package var kind: Kind
    /// The reason, as a sentence without a full stop.
    package var cause: String
    /// The time in the file at which the problem occurred.
    package var time: RationalTime?
    /// What FFmpeg has written to its log before, last lines last.
    package var log: [String]
    /// What to do, as a sentence; nil for what the kind of reason suggests.
    package var remedy: String?
    /// The system's error number, `errno`, if it is the reason.
    package var systemError: Int32?

    /// Creates a reason.
    package init(
        _ kind: Kind, _ cause: String, time: RationalTime? = nil, log: [String] = [], remedy: String? = nil,
        systemError: Int32? = nil
    ) {
        (self.kind, self.cause, self.time, self.log) = (kind, cause, time, log)
        (self.remedy, self.systemError) = (remedy, systemError)
    }
}
