import DeviceKernels
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
        try explain(node, region, output, nil)
    }

    /// Describes how `node` would be rendered into a destination of tiles.
    ///
    /// - Throws: `RenderingError` if the node could not be rendered.
    package func explain(_ node: ImageNode, into destination: any TileDestination) throws -> GraphExplanation {
        try explain(node, destination.bounds, destination.format, destination)
    }

    private func explain(
        _ node: ImageNode, _ region: PixelRect, _ output: PixelFormat, _ destination: (any TileDestination)?
    ) throws -> GraphExplanation {
        let optimiser = configuration.optimises ? GraphOptimiser() : GraphOptimiser(rules: [])
        let context = preparation.context(region: region, format: output)
        return try GraphExplanation(of: node, in: context, optimiser: optimiser) { optimised in
            let recipe = try preparation.passes(of: optimised, builtFrom: node, format: output)
            let plan = try planner.plan(recipe, region: region)
            var onDevice: Set<Int> = []
            let stored = try plan.storedPasses.map { planned in
                let processor = try self.processor(of: planned, in: plan, nil, isStored: true, onDevice: &onDevice)
                return plan.explained(planned, isStored: true, processor)
            }
            let processor = try self.processor(
                of: plan.finalPass, in: plan, destination, isStored: false, onDevice: &onDevice)
            return stored + [plan.explained(plan.finalPass, isStored: false, processor)]
        }
    }

    /// Returns what computes a pass, with the reason if a device doesn't; nil if there is no device. Adds the pass to
    /// those whose results are on the device.
    private func processor(
        of planned: PlannedPass, in plan: RenderPlan, _ destination: (any TileDestination)?, isStored: Bool,
        onDevice: inout Set<Int>
    ) throws -> String? {
        guard let rendering = configuration.device else { return nil }
        if let loss = rendering.state.loss { return "the processor, because of a failure: \(loss)" }
        let planes = (destination as? any PackedDestination).map { PlanesPart($0, planned.region) }
        if destination != nil, planes == nil { return "the processor, because devices have no code for its tiles" }
        let choice = try DeviceChoice(
            planned.pass, plan.steps, region: planned.region, isStored: isStored, planes: planes, rendering: rendering,
            outlines: plan.steps.map(\.operation.outline), meter: nil
        ) { onDevice.contains($0) || plan.steps[$0].operation.isTexture(of: rendering.device) }
        switch choice {
        case .device:
            if isStored { onDevice.insert(planned.pass.root) }
            return rendering.device.name
        case .processor(let refusal): return "the processor, because \(refusal.reason)"
        }
    }
}

extension StepOperation {
    /// Whether the step's pixels are those of a texture on the device.
    fileprivate func isTexture(of device: any KernelDevice) -> Bool {
        guard case .texture(let source) = self, case .device(let texture)? = (source as? TextureSource)?.pixels else {
            return false
        }
        return texture.device === device
    }
}

extension RenderPlan {
    fileprivate func explained(
        _ planned: PlannedPass, isStored: Bool, _ processor: String?
    ) -> GraphExplanation.Pass {
        let pass = planned.pass
        return GraphExplanation.Pass(
            steps: pass.members.map { member in
                let name = steps[member.step].name
                return member.isCopy ? "copy of \(name) as \(member.format.name)" : name
            }, isStored: isStored, region: ExplainedRect(planned.region.cgRect), tileWidth: planned.tileWidth,
            tileHeight: planned.tileHeight,
            tiles: TileGrid(planned.region, planned.tileWidth, planned.tileHeight).count, bytes: planned.byteCount,
            format: pass.format.name, processor: processor)
    }
}
