import Foundation
import Pixels

/// How a recipe is rendered: the graph as it was built and after each rule that changed it, and the passes over the pixels.
///
/// `description` is text for a terminal; `json`, `dot` and `html` are for tools and browsers. Immutable values; nothing is rendered.
public struct GraphExplanation: Codable, Sendable {
    /// The graph at one moment.
    public struct Step: Codable, Sendable {
        /// What has been done to it: a rule's name, or `as built`.
        public var title: String
        /// Why the result is the same; empty for the graph as built.
        public var law: String
        /// How nearly the result is the same: `every bit`, `within …`, `by definition`; empty for the graph as built.
        public var exactness: String
        /// Nodes that the rule replaced.
        public var changes: Int
        /// Seconds that the rule took.
        public var seconds: Double
        /// The graph afterwards.
        public var graph: GraphSnapshot
    }

    /// One pass over pixels: what is computed together, tile by tile.
    public struct Pass: Codable, Sendable, Hashable {
        /// What the pass computes, by the names of its steps, in the order of computation.
        public var steps: [String]
        /// Whether the result is kept in memory for later passes, instead of being the picture itself.
        public var isStored: Bool
        /// The pixels computed.
        public var region: ExplainedRect
        /// Columns of a tile.
        public var tileWidth: Int
        /// Rows of a tile.
        public var tileHeight: Int
        /// Number of tiles.
        public var tiles: Int
        /// Bytes of the result.
        public var bytes: Int
        /// How a pixel of the result is stored.
        public var format: String

        /// A pass from its parts.
        public init(
            steps: [String], isStored: Bool, region: ExplainedRect, tileWidth: Int, tileHeight: Int, tiles: Int,
            bytes: Int, format: String
        ) {
            (self.steps, self.isStored, self.region) = (steps, isStored, region)
            (self.tileWidth, self.tileHeight, self.tiles) = (tileWidth, tileHeight, tiles)
            (self.bytes, self.format) = (bytes, format)
        }
    }

    /// The part of the image that is rendered.
    public var visible: ExplainedRect
    /// Name of the working space; `unmanaged` where there is none.
    public var workingColorSpace: String
    /// What runs kernels.
    public var backend: String
    /// The graph as built, then after each rule that changed it.
    public var steps: [Step]
    /// Seconds that all rules took, those that changed nothing included.
    public var optimisationSeconds: Double
    /// The passes in the order in which they run; empty where no plan was made.
    public var passes: [Pass]

    /// The graph as built.
    public var before: GraphSnapshot { steps[0].graph }
    /// The graph as it is computed.
    public var after: GraphSnapshot { steps[steps.count - 1].graph }
}

extension GraphExplanation {
    /// What the optimiser makes of `root` in `context`.
    ///
    /// - Parameter passes: makes the passes for the optimised recipe.
    /// - Throws: what a rule or `passes` throws.
    public init(
        of root: ImageNode, in context: OptimisationContext, optimiser: GraphOptimiser = GraphOptimiser(),
        passes: (ImageNode) throws -> [Pass] = { _ in [] }
    ) throws {
        let result = try optimiser.optimise(root, in: context, keepsGraphs: true)
        visible = ExplainedRect(context.visible)
        workingColorSpace = context.workingColorSpace.map(GraphSnapshot.name(of:)) ?? "unmanaged"
        backend = context.backend.name
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
    public var description: String {
        switch self {
        case .exact: "every bit"
        case .within(let tolerance): "within \(String(format: "%.2g", tolerance))"
        case .byDefinition: "by definition"
        }
    }
}
