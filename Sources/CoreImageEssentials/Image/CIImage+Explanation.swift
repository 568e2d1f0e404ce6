import Foundation
import ImageGraph
import Pixels
import Rendering

/// A description of how a context would render an image: the recipe as it was built, the recipe after each
/// optimisation, and the passes over the pixels.
///
/// Every step is shown with its extent, the region that is needed of it, its colour space, alpha and format. Immutable
/// and thread-safe.
public struct CIImageExplanation: Sendable, CustomStringConvertible {
    private let graph: GraphExplanation
    private let recipe: ImageNode

    init(_ graph: GraphExplanation, of recipe: ImageNode) { (self.graph, self.recipe) = (graph, recipe) }

    /// The recipe and the passes as text for a terminal.
    public var description: String { graph.description }

    /// The explanation as JSON with sorted keys. `steps` contains the recipe as built and after each optimisation,
    /// `passes` the steps that are computed together.
    public var json: String { get throws { try graph.json } }

    /// The recipe as built and as computed, in the DOT language of Graphviz.
    public var dot: String { graph.dot }

    /// The explanation as a self-contained HTML page.
    public var html: String { graph.html }

    /// The number of passes over pixels that the rendering takes.
    public var passCount: Int { graph.passes.count }

    /// The operations of the recipe as it is computed, the result first.
    public var operations: [String] { graph.after.nodes.map(\.operation) }

    /// Returns the image that an operation of the recipe as built computes, in working space; nil if there is no such
    /// operation.
    ///
    /// Where an operation computes colours in another space than the working space, or colours that aren't
    /// premultiplied, the image has them converted, so that it looks as these colours do.
    ///
    /// - Parameter number: The operation's `id` in the first of the `steps` of `json`. The result has number 1.
    public func image(ofOperation number: Int) -> CIImage? {
        recipe.picture(ofOperation: number).map { CIImage(node: $0) }
    }
}

extension CIImage {
    /// Returns an explanation of how `context` would render a part of the image. No pixels are rendered and no pixels
    /// of files are read.
    ///
    /// - Parameters:
    ///   - rect: The part to render, in working space; the image's extent when nil.
    ///   - context: The context that would render the part; a context without options when nil.
    ///   - format: The pixel format of the result, which is in the context's output space, and premultiplied unless
    ///     `CIContextOption.outputPremultiplied` is false.
    /// - Throws: The errors that rendering throws before it computes pixels: `RenderingError` for a part that is
    ///   infinite or empty or cannot be computed, `CIError.unsupportedFormat` for a format that cannot be rendered to.
    public func explain(
        in rect: CGRect? = nil, context: CIContext? = nil, format: CIFormat = .RGBA8
    ) throws -> CIImageExplanation {
        let context = context ?? CIContext()
        let output = PixelOutput(
            self, region: try Renderer.pixelRegion(of: rect ?? extent),
            format: try format.pixelFormat(for: "an explanation"),
            space: context.settings.outputColorSpace, premultiplied: context.settings.outputPremultiplied,
            settings: context.settings)
        return CIImageExplanation(
            try context.renderer.explain(output.node, region: output.region, output: output.format), of: output.node)
    }
}
