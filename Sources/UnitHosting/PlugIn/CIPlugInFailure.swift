import CoreImageEssentials
import Foundation
import UnitProcesses

/// An error of an executable unit's worker process. Thrown by rendering an image that the unit takes part in.
///
/// The host keeps running. The unit's process is restarted when it is next needed, after increasing intervals while it
/// keeps failing.
public struct CIPlugInFailure: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The process was ended by a signal, such as SIGSEGV. This includes reads outside the region of interest, for
        /// which the reason names the pixel.
        case crashed
        /// A kernel in the unit's code doesn't compile, and the code ended for lack of it. The reason holds the
        /// diagnostics, on lines of their own.
        case brokenKernel
        /// The process exited by itself.
        case exited
        /// No answer arrived before the deadline.
        case timedOut
        /// The unit used more processor time than is allowed for a call.
        case usedUpProcessorTime
        /// The unit requested more memory than is allowed.
        case usedUpMemory
        /// The unit ran more threads at once than are allowed.
        case tooManyThreads
        /// The files in the unit's scratch folder are too many, or too large in total.
        case usedUpScratch
        /// The unit attempted an operation that isn't allowed, such as opening a network socket.
        case forbidden
        /// The answer is malformed or too large.
        case malformedAnswer
        /// The unit reported an error.
        case refused
        /// The process couldn't be started.
        case cannotStart
        /// The unit failed recently, and its process isn't restarted yet.
        case resting
        /// The unit failed so often that it isn't started again until it changes.
        case quarantined
    }

    /// The URL of the unit's folder.
    public let unit: URL
    /// The filter that the call was for; nil while the unit was being loaded.
    public let filter: String?
    /// The kind of failure.
    public let cause: Cause
    /// A description of the failure and its remedy.
    public let reason: String

    init(unit: URL, filter: String?, cause: Cause, reason: String) {
        (self.unit, self.filter, self.cause, self.reason) = (unit, filter, cause, reason)
    }

    init(unit: URL, filter: String?, _ failure: WorkerFailure) {
        self.init(unit: unit, filter: filter, cause: Cause(failure), reason: failure.description)
    }
}

extension CIPlugInFailure: LocalizedError, CustomStringConvertible {
    /// The unit, the filter, the failure and its remedy.
    public var description: String {
        ([unit.lastPathComponent, filter].compactMap { $0 } + [reason]).joined(separator: ": ")
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension CIPlugInFailure.Cause {
    fileprivate init(_ failure: WorkerFailure) {
        switch failure {
        case .missingExecutable, .cannotStart, .unprotected, .cannotShareMemory: self = .cannotStart
        case .crashed, .outOfBounds: self = .crashed
        case .brokenKernel: self = .brokenKernel
        case .exited: self = .exited
        case .timedOut, .busy: self = .timedOut
        case .usedUpProcessorTime: self = .usedUpProcessorTime
        case .usedUpMemory: self = .usedUpMemory
        case .tooManyThreads: self = .tooManyThreads
        case .tooMuchScratch, .tooManyScratchFiles: self = .usedUpScratch
        case .malformedReply, .replyTooLarge: self = .malformedAnswer
        case .forbidden: self = .forbidden
        case .refused: self = .refused
        case .restartDelayed, .endedByAnotherCall: self = .resting
        case .quarantined: self = .quarantined
        }
    }
}
