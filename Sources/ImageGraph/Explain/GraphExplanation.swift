import Foundation
import Pixels

/// Describes how a recipe is rendered: the graph as built and after each rule that changed it, and the passes over the
/// pixels.
///
/// `description` is text for a terminal; `json`, `dot` and `html` are for tools and browsers. Explanations are
/// immutable values. Nothing is rendered.
package struct GraphExplanation: Codable, Sendable {
    /// The graph after one step of the optimisation.
    package struct Step: Codable, Sendable {
        /// Name of the rule that was applied, or `as built`.
        package var title: String
        /// The reason that the result is the same; empty for the graph as built.
        package var law: String
        /// The precision to which the result is the same: `every bit`, `within …` or `by definition`; empty for the
        /// graph as built.
        package var exactness: String
        /// Number of nodes that the rule replaced.
        package var changes: Int
        /// Duration of the rule in seconds.
        package var seconds: Double
        /// The graph after the rule.
        package var graph: GraphSnapshot
    }

    /// One pass over pixels: steps that are computed together, tile by tile.
    package struct Pass: Codable, Sendable, Hashable {
        /// Names of the steps that the pass computes, in the order of computation.
        package var steps: [String]
        /// Whether the result is stored in memory for later passes. If false, it is the rendered image.
        package var isStored: Bool
        /// The pixels computed.
        package var region: ExplainedRect
        /// Width of a tile in pixels.
        package var tileWidth: Int
        /// Height of a tile in pixels.
        package var tileHeight: Int
        /// Number of tiles.
        package var tiles: Int
        /// Size of the result in bytes.
        package var bytes: Int
        /// Pixel format of the result.
        package var format: String
        /// The name of the device that computes the pass, or `the processor` with the reason; nil if there is no
        /// device.
        package var processor: String?

        /// Creates a pass.
        package init(
            steps: [String], isStored: Bool, region: ExplainedRect, tileWidth: Int, tileHeight: Int, tiles: Int,
            bytes: Int, format: String, processor: String? = nil
        ) {
            (self.steps, self.isStored, self.region) = (steps, isStored, region)
            (self.tileWidth, self.tileHeight, self.tiles) = (tileWidth, tileHeight, tiles)
            (self.bytes, self.format, self.processor) = (bytes, format, processor)
        }
    }

    /// The part of the image that is rendered.
    package var visible: ExplainedRect
    /// Name of the working space; `unmanaged` if there is none.
    package var workingColorSpace: String
    /// Name of the back end that runs kernels.
    package var backend: String
    /// The graph as built, then after each rule that changed it.
    package var steps: [Step]
    /// Seconds that all rules took, including those that changed nothing.
    package var optimisationSeconds: Double
    /// The passes in the order in which they run; empty if no plan was made.
    package var passes: [Pass]

    /// The graph as built.
    package var before: GraphSnapshot { steps[0].graph }
    /// The graph as it is computed.
    package var after: GraphSnapshot { steps[steps.count - 1].graph }
}

extension GraphExplanation {
    /// Creates an explanation of how the optimiser changes `root` in `context`.
    ///
    /// - Parameter passes: Returns the passes for the optimised recipe.
    /// - Throws: The error of a rule or of `passes`.
    package init(
        of root: ImageNode, in context: OptimisationContext, optimiser: GraphOptimiser = GraphOptimiser(),
        passes: (ImageNode) throws -> [Pass] = { _ in [] }
    ) throws {
        let result = try optimiser.optimise(root, in: context, keepsGraphs: true)
        visible = ExplainedRect(context.visible)
        workingColorSpace = context.workingColorSpace.map(GraphSnapshot.name(of:)) ?? "unmanaged"
        backend = context.backend.name + (root.isUntrusted ? ", those that aren't trusted by the interpreter" : "")
        let built = Step(
            title: "as built", law: "", exactness: "", changes: 0, seconds: 0,
            graph: try GraphSnapshot(of: root, in: context))
        steps =
            try [built]
            + result.steps.compactMap { step in
                try step.graph.map { graph in
                    Step(
                        title: step.rule.name, law: step.rule.law, exactness: step.rule.exactness.description,
                        changes: step.changes, seconds: step.seconds, graph: try GraphSnapshot(of: graph, in: context))
                }
            }
        optimisationSeconds = result.steps.reduce(0) { $0 + $1.seconds }
        self.passes = try passes(result.root)
    }
}

extension RuleExactness: CustomStringConvertible {
    /// `every bit`, `within 0.00024` (relative, two digits), or `by definition`.
    package var description: String {
        switch self {
        case .exact: "every bit"
        case .within(let tolerance): "within \(String(format: "%.2g", tolerance))"
        case .byDefinition: "by definition"
        }
    }
}
