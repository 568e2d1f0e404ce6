import Foundation
import UnitProcesses

/// What went wrong while an executable unit worked in its process. Rendering an image that the unit has a part in throws it.
///
/// The host goes on; the unit's process is started again when it is needed next, at longer and longer intervals while it keeps failing.
public struct CIPlugInFailure: Error, Sendable, Hashable {
    /// What may happen to a unit.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// Its process ended by a signal, such as SIGSEGV, also where the reason names the pixel that a function read
        /// outside of its region.
        case crashed
        /// Its process ended itself.
        case exited
        /// No answer came in time.
        case timedOut
        /// It used more processor time than is allowed for a call.
        case usedUpProcessorTime
        /// It asked for more memory than is allowed.
        case usedUpMemory
        /// It started more threads than are allowed at once.
        case tooManyThreads
        /// Its files in its scratch folder were too many, or too large together.
        case usedUpScratch
        /// It tried what a unit may not do, such as opening a network socket.
        case forbidden
        /// Its answer makes no sense, or is too large.
        case malformedAnswer
        /// It reported an error itself.
        case refused
        /// Its process couldn't be started.
        case cannotStart
        /// It failed lately and rests for a while.
        case resting
        /// It failed so often that it isn't started any more until it changes.
        case quarantined
    }

    /// The unit's folder.
    public let unit: URL
    /// The filter that was at work; nil while the unit was loaded.
    public let filter: String?
    /// What happened.
    public let cause: Cause
    /// What happened in words, and what to do about it.
    public let reason: String

    init(unit: URL, filter: String?, cause: Cause, reason: String) {
        (self.unit, self.filter, self.cause, self.reason) = (unit, filter, cause, reason)
    }

    init(unit: URL, filter: String?, _ failure: WorkerFailure) {
        self.init(unit: unit, filter: filter, cause: Cause(failure), reason: failure.description)
    }
}

extension CIPlugInFailure: LocalizedError, CustomStringConvertible {
    /// The unit, the filter, what happened and what to do about it.
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
        case .exited: self = .exited
        case .timedOut, .busy: self = .timedOut
        case .usedUpProcessorTime: self = .usedUpProcessorTime
        case .usedUpMemory: self = .usedUpMemory
        case .tooManyThreads: self = .tooManyThreads
        case .tooMuchScratch, .tooManyScratchFiles: self = .usedUpScratch
        case .garbage, .replyTooLarge: self = .malformedAnswer
        case .forbidden: self = .forbidden
        case .refused: self = .refused
        case .resting, .endedByAnotherCall: self = .resting
        case .quarantined: self = .quarantined
        }
    }
}
