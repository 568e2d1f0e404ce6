import Foundation
import ImageGraph
import Pixels
import Rendering

/// How a context would render an image: the recipe as it was built, after each rule that the optimiser applied, and as passes over the
/// pixels.
///
/// Every node is shown with its extent, the region that is needed of it, its colour space, alpha and format. Immutable, and safe to share
/// between threads.
public struct CIImageExplanation: Sendable, CustomStringConvertible {
    private let graph: GraphExplanation

    init(_ graph: GraphExplanation) { self.graph = graph }

    /// Graphs and passes as text for a terminal.
    public var description: String { graph.description }

    /// The same as JSON with sorted keys. `steps` holds the graph `as built` and after each rule; `passes` what is computed together.
    public var json: String { get throws { try graph.json } }

    /// The graphs as built and as computed, for Graphviz's `dot`.
    public var dot: String { graph.dot }

    /// The same as a page for a browser that needs nothing else.
    public var html: String { graph.html }

    /// How many passes over pixels the rendering takes.
    public var passCount: Int { graph.passes.count }

    /// The operations of the recipe as it is computed, the result first.
    public var operations: [String] { graph.after.nodes.map(\.operation) }
}

extension CIImage {
    /// How `context` would render the part of the image inside `rect`: nothing is rendered, and no file's pixels are read.
    ///
    /// - Parameters:
    ///   - rect: The part to render, in working space; all of the image when left out.
    ///   - context: The context that would render it; one without options when left out.
    ///   - format: The format to render to, premultiplied unless the context says otherwise, in the context's output space.
    /// - Throws: What rendering would throw before it computes pixels: `RenderingError` for an infinite or empty part or an image that
    ///   can't be computed, `CIError.unsupportedFormat` for a format that can't be rendered to.
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
            try context.renderer.explain(output.node, region: output.region, output: output.format))
    }
}
