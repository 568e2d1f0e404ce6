import Foundation
import KernelLanguage
import Pixels

/// Multiplies consecutive colour matrices, whichever kernels contain them.
package struct MultiplyColorMatrices: GraphRule {
    /// Name for `explain`.
    package let name = "multiply colour matrices"
    /// The equation that the rule relies on.
    package let law =
        "B·(A·c + a) + b = (B·A)·c + (B·a + b), for premultiplied pixels, whose colour is 0 where alpha is"
    /// Products are computed in double precision, while the replaced kernels rounded after every step.
    package let exactness = RuleExactness.within(0x1p-18)

    // Between two matrices there may be a kernel that divides by alpha and one that multiplies by it.
    private static let maximumChainLength = 4

    /// Creates the rule.
    package init() {}

    /// Returns one kernel with the product, in place of several kernels, or of one that is longer than necessary.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        var kernels: [SingleImageKernel] = []
        var best: (matrix: ColorMatrix, count: Int)?
        var current = Self.kernel(of: node, context)
        while let kernel = current, kernels.count < Self.maximumChainLength {
            kernels.append(kernel)
            let chain = kernels.reversed().map { (program: $0.application.program, arguments: $0.numbers) }
            if let matrix = ColorMatrixAnalysis.matrix(of: chain) { best = (matrix, kernels.count) }
            current = Self.producer(of: kernel.image, within: node.extent, context)
        }
        guard let best else { return nil }
        let replaced = kernels[..<best.count]
        let instructions = replaced.reduce(0) { $0 + $1.reads.instructionCount }
        guard let last = replaced.last, instructions > ColorMatrixKernel.cost(of: best.matrix) else { return nil }
        var joined = ColorMatrixKernel.application(of: best.matrix, image: last.image)
        joined.parts = replaced.reduce(0) { $0 + $1.application.parts }
        return ImageNode(.kernel(joined), extent: node.extent)
    }

    private static func kernel(of node: ImageNode, _ context: OptimisationContext) -> SingleImageKernel? {
        guard case .kernel(let application) = node.operation, !application.program.requiresSandbox else { return nil }
        return SingleImageKernel(application, in: context)
    }

    /// Returns the kernel whose result `image` is; nil if the image isn't read at the same place, lacks a part that is
    /// needed for `output`, or has other readers.
    private static func producer(
        of image: SampledImage, within output: CGRect, _ context: OptimisationContext
    ) -> SingleImageKernel? {
        guard image.transform.isIdentity, image.colorSpace == nil, context.readers[image.node] <= 1,
            image.wrap == .transparent || image.node.extent.isInfinite
        else { return nil }
        if !image.node.extent.isInfinite {
            let area = PixelRect(enclosing: image.node.extent)
            guard !output.isInfinite, area.contains(PixelRect(enclosing: output)) else { return nil }
        }
        return kernel(of: image.node, context)
    }
}
