/// The reason why a job has no result, as the worker answers it.
package struct JobFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of reasons. Programs decide by them; people read the message.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// The line isn't a request of this protocol.
        case malformed
        /// The line is too long.
        case oversized
        /// A job with this identifier isn't finished yet.
        case duplicate
        /// The request is of another version of the protocol.
        case version
        /// A picture can't be read.
        case input
        /// The recipe or the chain of filters is wrong, or doesn't go with the picture.
        case recipe
        /// An image unit isn't loaded, or its code failed.
        case unit
        /// The result can't be written.
        case output
        /// A picture, or the work on it, exceeds a limit other than time and memory.
        case limit
        /// The job needs more memory than the worker has.
        case memory
        /// The job took too long.
        case deadline
        /// The worker is about to end, and didn't begin the job.
        case draining
        /// The process that did the job ended.
        case crashed
        /// Anything else.
        case `internal`
    }

    package let kind: Kind
    /// What happened, for people.
    package let message: String
    /// What to do about it, for people.
    package let remedy: String

    /// Creates a failure.
    ///
    /// - Parameter remedy: Nil for the usual remedy of the kind.
    package init(_ kind: Kind, _ message: String, remedy: String? = nil) {
        (self.kind, self.message, self.remedy) = (kind, message, remedy ?? kind.remedy)
    }

    package var description: String { "\(message) \(remedy)" }
}

extension JobFailure.Kind {
    /// The usual remedy.
    var remedy: String {
        switch self {
        case .malformed:
            "Send one JSON object on a line, as the protocol's schema says (coreimage worker --schema)."
        case .oversized: "Send a shorter line; put a long recipe into a file, and name that."
        case .duplicate: "Use another id for each job, or wait for the answer before using it again."
        case .version: "Send \"protocol\": 1, or leave it out."
        case .input: "Correct the picture, or leave it out. No other job is affected."
        case .recipe: "Correct the chain or the recipe; try it with coreimage apply."
        case .unit: "Start the worker with --units FOLDER, and check the unit with coreimage units validate."
        case .output: "Name a file in a folder that may be written, and check the room on the disk."
        case .limit: "Use a smaller picture or a cheaper recipe; if both are trusted, raise --pixel-limit."
        case .memory: "Raise --memory, lower --jobs, or use a smaller picture."
        case .deadline: "Raise the deadline, or use a smaller picture or a cheaper recipe."
        case .draining: "Send the job to another worker."
        case .crashed: "The picture or the chain may be damaged or hostile: leave it out. No other job is affected."
        case .internal: "Repeat the job; if it fails again, report the message."
        }
    }
}
