import Foundation
import ImageGraph
import Pixels

extension Renderer {
    /// Describes how `region` of `node` would be rendered: the optimiser's changes to the recipe, and the passes over
    /// its pixels.
    ///
    /// - Parameter output: The format of the destination's pixels.
    /// - Throws: `RenderingError` if the node could not be rendered.
    package func explain(
        _ node: ImageNode, region: PixelRect, output: PixelFormat = .RGBAf
    ) throws -> GraphExplanation {
        let optimiser = configuration.optimises ? GraphOptimiser() : GraphOptimiser(rules: [])
        let context = preparation.context(region: region, format: output)
        return try GraphExplanation(of: node, in: context, optimiser: optimiser) { optimised in
            let recipe = try preparation.passes(of: optimised, builtFrom: node, format: output)
            let plan = try planner.plan(recipe, region: region)
            return plan.storedPasses.map { plan.explained($0, isStored: true) }
                + [plan.explained(plan.finalPass, isStored: false)]
        }
    }
}

extension RenderPlan {
    fileprivate func explained(_ planned: PlannedPass, isStored: Bool) -> GraphExplanation.Pass {
        let pass = planned.pass
        return GraphExplanation.Pass(
            steps: pass.members.map { member in
                let name = steps[member.step].name
                return member.isCopy ? "copy of \(name) as \(member.format.name)" : name
            }, isStored: isStored, region: ExplainedRect(planned.region.cgRect), tileWidth: planned.tileWidth,
            tileHeight: planned.tileHeight,
            tiles: TileGrid(planned.region, planned.tileWidth, planned.tileHeight).count, bytes: planned.byteCount,
            format: pass.format.name)
    }
}
