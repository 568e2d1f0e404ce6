import CoreImage
import Rendering

/// A unit's code that ended its process or didn't answer, told from code that gave an error.
enum UnitCrash {
    /// Throws the failure in an error again where it is a crash, for checks that make findings of errors.
    static func rethrow(_ error: any Error) throws {
        if let failure = failure(in: error) { throw failure }
    }

    /// The crash in an error; nil for other errors.
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
        case .crashed, .exited, .timedOut, .usedUpProcessorTime, .usedUpMemory, .tooManyThreads, .usedUpScratch,
            .forbidden,
            .resting, .quarantined:
            true
        }
    }
}
