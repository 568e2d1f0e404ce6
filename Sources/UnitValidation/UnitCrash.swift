import CoreImage
import Rendering

/// Distinguishes a unit whose process ended or didn't respond from one that returned an error.
enum UnitCrash {
    /// Rethrows the crash in an error, if there is one. Checks that turn errors into findings call it first.
    static func rethrow(_ error: any Error) throws {
        if let failure = failure(in: error) { throw failure }
    }

    /// Returns the crash in an error, or nil for other errors.
    static func failure(in error: any Error) -> CIPlugInFailure? {
        switch error {
        case let failure as CIPlugInFailure: isCrash(failure.cause) ? failure : nil
        case RenderingError.sourceFailed(_, let underlying): Self.failure(in: underlying)
        case RenderingError.regionFailed(_, let underlying): Self.failure(in: underlying)
        case RenderingError.operatorFailed(_, let underlying): Self.failure(in: underlying)
        case let failure as RecipeFailure: Self.failure(in: failure.error)
        default: nil
        }
    }

    private static func isCrash(_ cause: CIPlugInFailure.Cause) -> Bool {
        switch cause {
        case .refused, .cannotStart, .malformedAnswer: false
        case .crashed, .brokenKernel, .exited, .timedOut, .usedUpProcessorTime, .usedUpMemory, .tooManyThreads,
            .usedUpScratch,
            .forbidden,
            .resting, .quarantined:
            true
        }
    }
}
