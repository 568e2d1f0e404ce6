import Foundation
import KernelLanguage
import Pixels

/// Moves a clamp from the result of pointwise kernels to their images.
struct PushedClamp {
    /// The rectangle whose edges are repeated.
    let rect: CGRect
    let context: OptimisationContext
    /// Whether to accept images that a kernel reads between their pixels, if the samplers repeat the same edges. The
    /// result isn't the same in every bit then.
    var acceptsClampingSamplers = false

    /// Maximum number of kernels across which a clamp is moved at once.
    private static let maximumDepth = 64

    /// Returns the kernel `node` over clamped images; nil if it isn't a pointwise kernel, or has other readers.
    func kernel(_ node: ImageNode) -> ImageNode? { kernel(node, depth: 0) }

    private func kernel(_ node: ImageNode, depth: Int) -> ImageNode? {
        guard depth < Self.maximumDepth, case .kernel(var application) = node.operation,
            application.program.kind != .warp, context.readers[node] <= 1
        else { return nil }
        let reads = ProgramReads(application.program)
        guard !reads.readsDestination, !reads.samplesFreely else { return nil }
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(var image) = argument else { continue }
            if acceptsClampingSamplers && image.repeatsEdges(of: rect) { continue }
            guard image.transform.isIdentity, image.wrap == .transparent, image.colorSpace == nil else { return nil }
            guard let clamped = clamped(image.node, depth: depth) else { return nil }
            image.node = clamped
            application.arguments[index] = .image(image)
        }
        // Each image is clamped by a separate node.
        application.regionIsOutput()
        return ImageNode(.kernel(application), extent: .infinite)
    }

    private func clamped(_ node: ImageNode, depth: Int) -> ImageNode? {
        guard node.extent.isInfinite || PixelRect(enclosing: node.extent).contains(PixelRect(enclosing: rect)) else {
            return nil
        }
        if let pushed = kernel(node, depth: depth + 1) { return pushed }
        // The clamp can't be moved across this kernel. Below a clamp, the kernel would be a pass of its own instead of
        // being fused with the kernels that read it.
        if case .kernel = node.operation { return nil }
        return ImageNode(.clamp(node, rect), extent: .infinite)
    }
}

extension SampledImage {
    /// Whether the sampler gives the same value at every point outside of `rect` as at the centre of the rectangle's
    /// nearest pixel: it clamps, and the outer pixels' centres lie at or beyond those of the image's outer pixels.
    fileprivate func repeatsEdges(of rect: CGRect) -> Bool {
        let extent = node.extent
        guard wrap == .clamp, colorSpace == nil, transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0,
            !rect.isNull, !rect.isInfinite, !extent.isNull, !extent.isInfinite
        else { return false }
        let centers = rect.enclosingWholePixels.insetBy(dx: 0.5, dy: 0.5).applying(transform.inverted())
        let outer = extent.enclosingWholePixels.insetBy(dx: 0.5, dy: 0.5)
        return centers.minX <= outer.minX && centers.maxX >= outer.maxX && centers.minY <= outer.minY
            && centers.maxY >= outer.maxY
    }
}

extension KernelApplication {
    /// Makes the region of interest equal to the output, which is correct for kernels that read only their own pixel.
    fileprivate mutating func regionIsOutput() {
        let (parts, isSimplified) = (parts, isSimplified)
        self = KernelApplication(program: program, arguments: arguments) { $1 }
        (self.parts, self.isSimplified) = (parts, isSimplified)
    }
}
