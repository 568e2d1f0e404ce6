import Foundation
import ImageGraph
import Pixels

extension Renderer {
    /// How `region` of `node` would be rendered: what the optimiser does to the recipe, and the passes over its pixels.
    ///
    /// - Parameter output: the format into which the picture goes.
    /// - Throws: `RenderingError` where it couldn't be rendered.
    public func explain(
        _ node: ImageNode, region: PixelRect, output: PixelFormat = .RGBAf
    ) throws -> GraphExplanation {
        let context = OptimisationContext(
            workingColorSpace: configuration.workingColorSpace, visible: region.cgRect, output: output,
            backend: configuration.backend)
        return try GraphExplanation(of: node, in: context) { optimised in
            let plan = try plan(for: optimised, region: region)
            return (plan.storedStages.map { ($0, true) } + [(plan.finalStage, false)]).map { stage, isStored in
                plan.explained(stage, isStored: isStored, region: isStored ? stage.region : region, output: output)
            }
        }
    }
}

extension RenderPlan {
    fileprivate func explained(
        _ stage: Stage, isStored: Bool, region: PixelRect, output: PixelFormat
    ) -> GraphExplanation.Pass {
        let format = isStored ? PixelFormat.RGBAf : output
        let (bytes, overflow) = region.area.multipliedReportingOverflow(by: format.bytesPerPixel)
        return GraphExplanation.Pass(
            steps: stage.members.map { steps[$0.step].name }, isStored: isStored, region: ExplainedRect(region.cgRect),
            tileWidth: stage.tileWidth, tileHeight: stage.tileHeight,
            tiles: TileGrid(region, stage.tileWidth, stage.tileHeight).count, bytes: overflow ? Int.max : bytes,
            format: format.name)
    }
}
