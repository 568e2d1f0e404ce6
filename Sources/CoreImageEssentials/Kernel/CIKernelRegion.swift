import Foundation
import ImageGraph
import Pixels

/// The part of its images that a kernel reads to compute a part of its result. Static members give the common regions.
///
/// ```swift
/// kernel.apply(to: image, region: .inset(-radius), radius)
/// ```
public struct CIKernelRegion: Sendable {
    private let function: @Sendable (_ index: Int, _ output: CGRect) -> CGRect
    /// A value that is equal for equal regions; nil for a region computed by a function, which cannot be compared.
    let identity: Identity?
    /// The object that records errors of the function; nil if it cannot fail.
    package let failure: RegionFailure?
    /// Whether the function is called once for the whole rendered rectangle instead of once per tile.
    package let isComputedOnce: Bool

    /// A region that can be compared.
    package enum Identity: Hashable, Sendable {
        case same
        case inset(dx: CGFloat, dy: CGFloat)
        case mapped(CGAffineTransform)
        case fixed([CGFloat])
        case lookup(imagesBefore: Int, [CGFloat])
        case everything
    }

    /// Creates a region from a function of the index of the image parameter, counted from 0, and the rectangle to
    /// compute. Both rectangles are in working space. The function is called on any thread.
    public init(_ function: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect) {
        self.init(nil, function)
    }

    private init(_ identity: Identity?, _ function: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect) {
        (self.identity, self.function, failure, isComputedOnce) = (identity, function, nil, false)
    }

    /// Creates a region from an application's region callback.
    ///
    /// Callbacks often return the given rectangle although their kernels read farther away. Core Image computes large
    /// rectangles at once, so the error shows only at the edges of the picture. To behave alike, the callback is called
    /// once for the whole rendered rectangle. If it returns a coordinate that isn't a number, rendering throws
    /// `RegionCallbackError`.
    package init(callback: RegionCallback) {
        let failure = RegionFailure()
        (identity, self.failure, isComputedOnce) = (nil, failure, true)
        function = { index, output in
            let answer = callback.callback(Int32(index), output)
            // Arithmetic with an infinite rectangle may give infinity − infinity, which is no mistake of the callback.
            if answer.hasNaN, !output.hasNaN, !output.isInfinite {
                failure.note(RegionCallbackError(index: index, output: output, answer: answer))
            }
            return answer
        }
    }

    /// Creates a region from a function that may throw, such as one that calls another process. Rendering throws its
    /// error.
    ///
    /// The function is called once for the whole rendered rectangle, not once per tile, and on any thread.
    public init(throwing function: @escaping @Sendable (_ index: Int, _ output: CGRect) throws -> CGRect) {
        let failure = RegionFailure()
        (identity, self.failure, isComputedOnce) = (nil, failure, true)
        self.function = { index, output in failure.catching { try function(index, output) } }
    }

    /// Creates the region for a comparable value.
    package init(_ shape: Identity) {
        switch shape {
        case .same: self = .same
        case .inset(let dx, let dy): self = .inset(dx: dx, dy: dy)
        case .mapped(let transform): self = .mapped(by: transform)
        case .fixed(let numbers): self = .fixed(Self.rectangle(numbers))
        case .lookup(let count, let numbers): self = .same(ofFirst: count, table: Self.rectangle(numbers))
        case .everything: self = .everything
        }
    }

    /// The rectangle to compute: the kernel reads each image only at the pixel that it computes.
    public static let same = CIKernelRegion(.same) { $1 }

    /// Returns the rectangle to compute with every edge moved inwards by `distance` pixels. A negative distance
    /// enlarges it, as blurs need.
    public static func inset(_ distance: CGFloat) -> CIKernelRegion { inset(dx: distance, dy: distance) }

    /// Returns the rectangle to compute with its edges moved inwards by `dx` pixels at the left and right and `dy`
    /// pixels at the top and bottom. Negative values enlarge it.
    public static func inset(dx: CGFloat, dy: CGFloat) -> CIKernelRegion {
        CIKernelRegion(.inset(dx: dx, dy: dy)) { $1.insetBy(dx: dx, dy: dy) }
    }

    /// Returns the bounding box of the rectangle to compute under an affine transform, for kernels that read at
    /// transformed points.
    public static func mapped(by transform: CGAffineTransform) -> CIKernelRegion {
        CIKernelRegion(.mapped(transform)) { $1.applying(transform) }
    }

    /// Returns a region that is always `rect`, in working space.
    public static func fixed(_ rect: CGRect) -> CIKernelRegion {
        CIKernelRegion(.fixed(numbers(rect))) { _, _ in rect }
    }

    /// Returns a region for kernels that look up values in small images: the rectangle to compute for the first `count`
    /// images, and always `table` for the images after them.
    public static func same(ofFirst count: Int = 1, table: CGRect) -> CIKernelRegion {
        CIKernelRegion(.lookup(imagesBefore: count, numbers(table))) { index, output in index < count ? output : table }
    }

    /// All of every image.
    public static let everything = CIKernelRegion(.everything) { _, _ in .infinite }

    private static func numbers(_ rect: CGRect) -> [CGFloat] {
        rect.isNull ? [] : [rect.minX, rect.minY, rect.width, rect.height]
    }

    private static func rectangle(_ numbers: [CGFloat]) -> CGRect {
        guard numbers.count == 4 else { return .null }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Returns the part of the image at `index` that is needed to compute `output`, both in working space.
    public func callAsFunction(_ index: Int, _ output: CGRect) -> CGRect { function(index, output) }
}
