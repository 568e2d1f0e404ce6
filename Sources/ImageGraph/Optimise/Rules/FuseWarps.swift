import Foundation
import KernelLanguage
import Pixels

/// Samples the image of a warp kernel in the kernel's own pass, so that its points need not be stored.
package struct FuseWarps: GraphRule {
    /// Name for `explain`.
    package let name = "fuse warps into sampling"
    /// The equation that the rule relies on.
    package let law = "a warp's pixel is its image at the point that the warp kernel computes there"
    /// Differences occur only beyond the edges of a clamped image, where interpolating between equal pixels rounds.
    package let exactness = RuleExactness.within(0x1p-20)

    /// Tolerance in pixels for sampling without interpolation. A point less than this below a pixel's lower edge
    /// belongs to that pixel, so that rounding errors have no effect.
    private static let slack = 1.0 / 1024

    /// Creates the rule.
    package init() {}

    /// Returns a general kernel in place of a warp kernel.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(var application) = node.operation, application.program.kind == .warp,
            application.program.outputs.count == 2,
            case .image(var image)? = application.arguments.last
        else { return nil }
        var program = application.program
        let number = program.samplerCount
        let colors = (0..<4).map { Register(program.registers.count + $0) }
        for _ in colors {
            program.registers.append(RegisterInfo(type: .float, isUniform: false, isVariable: false))
        }
        program.body.append(
            .compute(Instruction(.sampleAtPoint(image: number), program.outputs, to: colors, span: program.span)))
        program.outputs = colors
        program.kind = .general
        program.parameters.append(KernelParameter(name: "image", type: .sampler, span: program.span))
        program.freeSampling.append(program.span)
        if image.interpolation == .nearest {
            let back = CGAffineTransform(translationX: -Self.slack, y: -Self.slack)
            image.transform = back.concatenating(image.transform)
        }
        application.arguments[application.arguments.count - 1] = .image(image)
        application.program = program
        return ImageNode(.kernel(application), extent: node.extent)
    }
}
