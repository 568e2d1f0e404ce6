import Foundation
import ImageGraph
import Pixels

/// Which part of an image a kernel reads to compute a part of its result: the common shapes, so that a filter states
/// its region in a word.
///
/// ```swift
/// kernel.apply(to: image, region: .inset(-radius), radius)
/// ```
public struct CIKernelRegion: Sendable {
    private let function: @Sendable (_ index: Int, _ output: CGRect) -> CGRect
    /// What makes two regions the same; nil for a region computed by a function, as those can't be compared.
    let identity: Identity?
    /// What the function notes its failures in; nil where it can't fail.
    let failure: RegionFailure?
    /// Whether the function is called once for everything that is rendered, instead of once a tile.
    let isComputedOnce: Bool

    /// One of the common shapes.
    enum Identity: Hashable, Sendable {
        case same
        case inset(dx: CGFloat, dy: CGFloat)
        case mapped(CGAffineTransform)
        case fixed([CGFloat])
        case table(after: Int, [CGFloat])
        case everything
    }

    /// A region computed by a function, which gets the number of the image parameter and the rectangle to compute, both
    /// in working space, and is called from any thread.
    public init(_ function: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect) {
        self.init(nil, function)
    }

    private init(_ identity: Identity?, _ function: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect) {
        (self.identity, self.function, failure, isComputedOnce) = (identity, function, nil, false)
    }

    /// The region callback of an application.
    ///
    /// Callbacks commonly return the rectangle that they get although their kernels read far away. Core Image computes large regions at
    /// once, where that shows at the edges of the picture only; so the callback is called once for everything that is rendered.
    init(callback: RegionCallback) {
        (identity, failure, isComputedOnce) = (nil, nil, true)
        function = { callback.callback(Int32($0), $1) }
    }

    /// A region computed by a function that may fail, such as one of another process: rendering throws what it throws. The function is called
    /// once for everything that is rendered, and not for each tile.
    public init(throwing function: @escaping @Sendable (_ index: Int, _ output: CGRect) throws -> CGRect) {
        let failure = RegionFailure()
        (identity, self.failure, isComputedOnce) = (nil, failure, true)
        self.function = { index, output in failure.catching { try function(index, output) } }
    }

    /// The region that a shape stands for.
    init(_ shape: Identity) {
        switch shape {
        case .same: self = .same
        case .inset(let dx, let dy): self = .inset(dx: dx, dy: dy)
        case .mapped(let transform): self = .mapped(by: transform)
        case .fixed(let numbers): self = .fixed(Self.rectangle(numbers))
        case .table(let count, let numbers): self = .same(ofFirst: count, table: Self.rectangle(numbers))
        case .everything: self = .everything
        }
    }

    /// The pixels to compute themselves: the kernel reads each image only where it writes.
    public static let same = CIKernelRegion(.same) { $1 }

    /// The rectangle to compute with every edge moved inwards by `distance` pixels; a negative distance makes it
    /// larger, as blurs need it.
    public static func inset(_ distance: CGFloat) -> CIKernelRegion { inset(dx: distance, dy: distance) }

    /// The rectangle to compute with its edges moved inwards by `dx` to the left and right, `dy` at the top and bottom.
    public static func inset(dx: CGFloat, dy: CGFloat) -> CIKernelRegion {
        CIKernelRegion(.inset(dx: dx, dy: dy)) { $1.insetBy(dx: dx, dy: dy) }
    }

    /// The image of the rectangle to compute under an affine map: for kernels that read at mapped points.
    public static func mapped(by transform: CGAffineTransform) -> CIKernelRegion {
        CIKernelRegion(.mapped(transform)) { $1.applying(transform) }
    }

    /// The same rectangle, whatever is computed.
    public static func fixed(_ rect: CGRect) -> CIKernelRegion {
        CIKernelRegion(.fixed(numbers(rect))) { _, _ in rect }
    }

    /// The pixels to compute themselves of the first `count` images, and always the rectangle `table` of the images
    /// after them: for kernels that look up what they find in a small image.
    public static func same(ofFirst count: Int = 1, table: CGRect) -> CIKernelRegion {
        CIKernelRegion(.table(after: count, numbers(table))) { index, output in index < count ? output : table }
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

    /// The part of image `index` that `output` is computed from.
    public func callAsFunction(_ index: Int, _ output: CGRect) -> CGRect { function(index, output) }
}
