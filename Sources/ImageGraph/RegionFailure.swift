import Foundation
import Synchronization

/// Keeps why a region function failed, from the place where it was asked, which can't throw, to the rendering, which must.
///
/// Regions are asked for while a recipe is optimised, planned and computed. A function that runs somebody else's code may crash or run out
/// of time at any of these; it then answers a null rectangle, notes the reason here, and whoever renders throws it. The first reason stays: an
/// image whose region is unknown once can't be rendered any more, and has to be made again. Thread-safe.
public final class RegionFailure: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// No failure yet.
    public init() {}

    /// The first reason noted.
    public var error: (any Error)? { first.withLock { $0 } }

    /// Notes a reason.
    public func note(_ error: any Error) {
        first.withLock { if $0 == nil { $0 = error } }
    }

    /// The region that `function` answers; null, with the reason noted, when it throws.
    public func catching(_ function: () throws -> CGRect) -> CGRect {
        do { return try function() } catch {
            note(error)
            return .null
        }
    }
}

extension ImageOperation {
    /// What the operation's region functions note their failures in; empty for regions that can't fail.
    public var regionFailures: [RegionFailure] {
        switch self {
        case .kernel(let application): application.regionFailures
        case .native(let computation): computation.regionFailures
        default: []
        }
    }
}

extension ImageNode {
    /// The first region function that failed anywhere in the recipe: its step's name and the reason.
    public var failedRegion: (step: String, error: any Error)? {
        for node in NeededRegions.inputsFirst(self) {
            if let error = node.operation.regionFailures.lazy.compactMap(\.error).first {
                return (node.operation.name, error)
            }
        }
        return nil
    }
}
