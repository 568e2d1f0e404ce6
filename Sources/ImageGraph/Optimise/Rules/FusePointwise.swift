import KernelLanguage
import Pixels

/// Fuses a kernel into the kernel that reads its pixels, instead of storing them in between.
package struct FusePointwise: GraphRule {
    /// Maximum number of instructions of a kernel that may be computed once for each of its readers.
    static let cheapInstructions = 20

    /// Name for `explain`.
    package let name = "fuse pointwise kernels"
    /// The equation that the rule relies on.
    package let law = "g(f(images)) at a pixel is (g ∘ f)(images) there, where g reads f's result at that pixel only"
    /// Every bit is kept: the same instructions run in the same order.
    package let exactness = RuleExactness.exact

    /// Creates the rule.
    package init() {}

    /// Returns the kernel with all fusible kernels that it reads pixel by pixel fused into it.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(var application) = node.operation, application.program.kind != .warp else { return nil }
        var hasChanged = false
        // By node, the number of its readers that have already been fused into this kernel.
        var taken: [ObjectIdentifier: Int] = [:]
        while let next = fused(application, extent: node, context, &taken) {
            application = next
            hasChanged = true
        }
        return hasChanged ? ImageNode(.kernel(application), extent: node.extent) : nil
    }

    private func fused(
        _ application: KernelApplication, extent node: ImageNode, _ context: OptimisationContext,
        _ taken: inout [ObjectIdentifier: Int]
    ) -> KernelApplication? {
        let reads = ProgramReads(application.program)
        var imageNumber = -1
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(let image) = argument else { continue }
            imageNumber += 1
            guard reads.images[imageNumber].isReadAtDestinationOnly,
                let producer = PixelProducer(behind: image, in: context)
            else { continue }
            // One image may be bound to several parameters.
            let same = application.parameters(boundLike: index, reads: reads)
            let places = same.count + (taken[ObjectIdentifier(producer.node)] ?? 0)
            guard isWorthwhile(producer, places: places, context) else { continue }
            guard let result = application.fusing(producer, at: same, output: node.extent) else { continue }
            noteTaken(application, producer, &taken)
            return result
        }
        return nil
    }

    /// Whether fusing doesn't repeat work, or the repeated work is small.
    private func isWorthwhile(_ producer: PixelProducer, places: Int, _ context: OptimisationContext) -> Bool {
        if context.readers[producer.node] <= places, producer.innerReaders <= 1 { return true }
        let reads = ProgramReads(producer.application.program)
        return reads.instructionCount <= Self.cheapInstructions && !reads.hasLoop && !reads.samplesFreely
    }

    /// Records the images that both kernels read. They become one image of the fused kernel, which counts as two
    /// readers.
    private func noteTaken(
        _ application: KernelApplication, _ producer: PixelProducer, _ taken: inout [ObjectIdentifier: Int]
    ) {
        for image in producer.application.images where application.images.contains(where: { $0.node === image.node }) {
            taken[ObjectIdentifier(image.node), default: 0] += 1
        }
    }
}

extension KernelApplication {
    /// Returns the parameters that show the same pixels as parameter `index`, including itself, and are read only at
    /// the pixel being computed.
    fileprivate func parameters(boundLike index: Int, reads: ProgramReads) -> Set<Int> {
        guard case .image(let image) = arguments[index] else { return [] }
        let isTable = program.parameters[index].type == .table
        var result: Set<Int> = []
        var imageNumber = -1
        for (other, argument) in arguments.enumerated() {
            guard case .image(let candidate) = argument else { continue }
            imageNumber += 1
            if candidate.isSame(as: image), (program.parameters[other].type == .table) == isTable,
                reads.images[imageNumber].isReadAtDestinationOnly
            {
                result.insert(other)
            }
        }
        return result
    }
}
