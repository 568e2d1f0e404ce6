import Foundation
import KernelLanguage
import Pixels

/// Multiplies consecutive colour matrices, whichever kernels contain them.
public struct JoinColorMatrices: GraphRule {
    /// Name for `explain`.
    public let name = "join colour matrices"
    /// The equation that the rule relies on.
    public let law = "B·(A·c + a) + b = (B·A)·c + (B·a + b), for premultiplied pixels, whose colour is 0 where alpha is"
    /// Products are computed in double precision, while the replaced kernels rounded after every step.
    public let exactness = RuleExactness.within(0x1p-18)

    // Between two matrices there may be a kernel that divides by alpha and one that multiplies by it.
    private static let longestChain = 4

    /// Creates the rule.
    public init() {}

    /// Returns one kernel with the product, in place of several kernels, or of one that is longer than necessary.
    public func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        var links: [Link] = []
        var best: (matrix: ColorMatrix, count: Int)?
        var current: Link? = Link(node, in: context)
        while let link = current, links.count < Self.longestChain {
            links.append(link)
            let kernels = links.reversed().map { (program: $0.application.program, arguments: $0.numbers) }
            if let matrix = ColorMatrixAnalysis.matrix(of: kernels) { best = (matrix, links.count) }
            current = link.producer(within: node.extent, context)
        }
        guard let best else { return nil }
        let replaced = links[..<best.count]
        let instructions = replaced.reduce(0) { $0 + $1.reads.instructionCount }
        guard let last = replaced.last, instructions > ColorMatrixKernel.cost(of: best.matrix),
            var joined = ColorMatrixKernel.application(of: best.matrix, image: last.image)
        else { return nil }
        joined.parts = replaced.reduce(0) { $0 + $1.application.parts }
        return ImageNode(.kernel(joined), extent: node.extent)
    }

    /// A kernel that reads one image, only at the pixel being computed.
    private struct Link {
        let application: KernelApplication
        let image: SampledImage
        let numbers: [[Float]]
        let reads: ProgramReads

        init?(_ node: ImageNode, in context: OptimisationContext) {
            guard case .kernel(let application) = node.operation, application.program.kind != .warp,
                !application.program.requiresSandbox, application.images.count == 1,
                !application.program.parameters.contains(where: { $0.type == .table })
            else { return nil }
            reads = ProgramReads(application.program)
            guard reads.images[0].isReadAtDestinationOnly, !reads.readsDestination else { return nil }
            (self.application, image) = (application, application.images[0])
            let numbers = application.arguments.map { argument -> [Float]? in
                switch argument {
                case .numbers(let values): return values
                case .color(let color):
                    guard let pixel = try? context.pixel(for: color) else { return nil }
                    return [pixel.x, pixel.y, pixel.z, pixel.w]
                case .image: return []
                }
            }
            guard !numbers.contains(where: { $0 == nil }) else { return nil }
            self.numbers = numbers.compactMap { $0 }
        }

        /// Returns the kernel whose result this one reads; nil if it doesn't read the whole part needed for `output` at
        /// the same place, or if the result has other readers.
        func producer(within output: CGRect, _ context: OptimisationContext) -> Link? {
            guard image.transform.isIdentity, image.colorSpace == nil, context.readers[image.node] <= 1,
                image.wrap == .transparent || image.node.extent.isInfinite
            else { return nil }
            if !image.node.extent.isInfinite {
                let area = PixelRect(enclosing: image.node.extent)
                guard !output.isInfinite, area.contains(PixelRect(enclosing: output)) else { return nil }
            }
            return Link(image.node, in: context)
        }
    }
}
