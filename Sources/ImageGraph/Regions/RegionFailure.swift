import Foundation
import Synchronization

/// Records the error of a region function, which can't throw, until the rendering throws it.
///
/// Region functions are called while a recipe is optimised, planned and computed. A function that runs foreign code may
/// crash or run out of time in any of these calls. It then returns a null rectangle and records the error here, and the
/// renderer throws it. The first error is kept: after a region was unknown once, the image can't be rendered any more,
/// and has to be built again. Thread-safe.
package final class RegionFailure: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// Creates a record without an error.
    package init() {}

    /// The first error recorded; nil if there was none.
    package var error: (any Error)? { first.withLock { $0 } }

    /// Records an error, unless there already is one.
    package func note(_ error: any Error) {
        first.withLock { if $0 == nil { $0 = error } }
    }

    /// Returns the result of `function`. If it throws, records the error and returns a null rectangle.
    package func catching(_ function: () throws -> CGRect) -> CGRect {
        do { return try function() } catch {
            note(error)
            return .null
        }
    }
}

extension ImageOperation {
    /// Where the operation's region functions record their errors; empty if they can't fail.
    package var regionFailures: [RegionFailure] {
        switch self {
        case .kernel(let application): application.regionFailures
        case .native(let computation): computation.regionFailures
        default: []
        }
    }
}

extension ImageNode {
    /// The name of the first step in the recipe whose region function has failed, and its error; nil if none has.
    package var failedRegion: (step: String, error: any Error)? {
        for node in nodesInputsFirst {
            if let error = node.operation.regionFailures.lazy.compactMap(\.error).first {
                return (node.operation.name, error)
            }
        }
        return nil
    }
}
