import Foundation
import KernelLanguage
import Pixels

/// Multiplies and divides by alpha in kernels, which can then be fused with others.
package struct LowerAlpha: GraphRule {
    /// Name for `explain`.
    package let name = "multiply and divide by alpha in kernels"
    /// The equations that the rule relies on.
    package let law = "premultiply(c) = (c.rgb · a, a); unpremultiply(c) = (c.rgb / a, a), or 0 where a is 0"
    /// Every bit is kept.
    package let exactness = RuleExactness.exact

    /// Creates the rule.
    package init() {}

    /// Returns a kernel in place of the node.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles else { return nil }
        switch node.operation {
        case .premultiply(let image): return Self.node(Self.programs.first, image, node.extent)
        case .unpremultiply(let image): return Self.node(Self.unpremultiplication, image, node.extent)
        default: return nil
        }
    }

    /// The program that divides by alpha; nil if it can't be compiled.
    package static var unpremultiplication: Program? { programs.last }

    private static func node(_ program: Program?, _ image: ImageNode, _ extent: CGRect) -> ImageNode? {
        guard let program else { return nil }
        let application = KernelApplication(program: program, arguments: [.image(SampledImage(image))]) { $1 }
        return ImageNode(.kernel(application), extent: extent)
    }

    // The language's own `unpremultiply` leaves colours unchanged where alpha is 0 or less.
    private static let programs = KernelCompiler.compile(
        KernelSource(
            text: """
                kernel vec4 premultiply(__sample c) { return vec4(c.rgb * c.a, c.a); }
                kernel vec4 unpremultiply(__sample c) {
                    return c.a == 0.0 ? vec4(0.0) : vec4(c.rgb / c.a, c.a);
                }
                """, file: "<alpha>")
    ).kernels
}
