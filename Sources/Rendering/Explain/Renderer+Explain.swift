import Foundation
import ImageGraph
import Pixels

extension Renderer {
    /// Describes how `region` of `node` would be rendered: the optimiser's changes to the recipe, and the passes over
    /// its pixels.
    ///
    /// - Parameter output: The format of the destination's pixels.
    /// - Throws: `RenderingError` if the node could not be rendered.
    public func explain(
        _ node: ImageNode, region: PixelRect, output: PixelFormat = .RGBAf
    ) throws -> GraphExplanation {
        let context = OptimisationContext(
            workingColorSpace: configuration.workingColorSpace, visible: region.cgRect, output: output,
            backend: configuration.backend)
        let optimiser = configuration.optimises ? GraphOptimiser() : GraphOptimiser(rules: [])
        return try GraphExplanation(of: node, in: context, optimiser: optimiser) { optimised in
            let plan = try planner.plan(stages(of: optimised, builtFrom: node, format: output), region: region)
            return plan.storedStages.map { plan.explained($0, isStored: true) }
                + [plan.explained(plan.finalStage, isStored: false)]
        }
    }
}

extension RenderPlan {
    fileprivate func explained(_ part: StagePart, isStored: Bool) -> GraphExplanation.Pass {
        GraphExplanation.Pass(
            steps: part.stage.members.map { member in
                let name = steps[member.step].name
                if case .copy = member.task { return "copy of \(name) as \(member.format.name)" }
                return name
            }, isStored: isStored, region: ExplainedRect(part.region.cgRect), tileWidth: part.tileWidth,
            tileHeight: part.tileHeight, tiles: TileGrid(part.region, part.tileWidth, part.tileHeight).count,
            bytes: part.byteCount, format: part.stage.format.name)
    }
}
