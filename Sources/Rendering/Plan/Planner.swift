import ImageGraph
import Pixels

/// Determines the region of each pass that a part of an image needs.
struct Planner {
    let configuration: RendererConfiguration
    /// Limit in bytes for the pixels that a rendering holds.
    let memoryLimit: Int

    /// Returns a plan that computes `region` of the image.
    func plan(_ recipe: PreparedRecipe, region: PixelRect) throws -> RenderPlan {
        let needed = try neededRegions(of: recipe, for: region)
        let sizing = TileSizing(configuration: configuration, memoryLimit: memoryLimit)
        var passes: [PlannedPass] = []
        for (index, pass) in recipe.passes.enumerated() {
            let isFinal = index == recipe.passes.count - 1
            let part = isFinal ? region : needed[pass.root]
            if part.isEmpty { continue }
            passes.append(try sizing.planned(pass, of: recipe.steps, region: part))
        }
        let final = passes.removeLast()
        let streamed = recipe.streams.keys.filter { !needed[$0].isEmpty }.map { ($0, needed[$0]) }
        return RenderPlan(
            steps: recipe.steps, storedPasses: passes, finalPass: final,
            streamed: Dictionary(uniqueKeysWithValues: streamed), storedBytes: storedBytes(passes, final),
            scratchBytes: (passes + [final]).map(\.scratchBytes).max() ?? 0)
    }

    /// Returns a lower bound of the cost of rendering `region`.
    func cost(_ recipe: PreparedRecipe, region: PixelRect) throws -> RecipeCost {
        RecipeCost(of: recipe.steps, needed: try neededRegions(of: recipe, for: region))
    }

    /// Returns the region of every step that rendering `region` of the last step needs.
    private func neededRegions(of recipe: PreparedRecipe, for region: PixelRect) throws -> [PixelRect] {
        let meter = WorkMeter.current
        let steps = recipe.steps
        var needed = [PixelRect](repeating: .empty, count: steps.count)
        needed[steps.count - 1] = region.intersection(steps[steps.count - 1].bounds)
        for (index, step) in steps.enumerated().reversed() where !needed[index].isEmpty {
            try meter?.check()
            for (number, input) in step.inputs.enumerated() {
                let part = step.region(ofInput: number, for: needed[index], bounds: steps[input].bounds)
                try step.checkRegions()
                if part.isUnbounded { throw RenderingError.infiniteInput(step: step.name, input: number) }
                needed[input] = needed[input].union(part)
            }
        }
        return needed
    }

    /// Returns the peak size in bytes of the stored results if each is freed after its last reader.
    private func storedBytes(_ stored: [PlannedPass], _ final: PlannedPass) -> Int {
        var lastReader: [Int: Int] = [:]
        for (index, planned) in (stored + [final]).enumerated() {
            for step in planned.pass.heldInputs { lastReader[step] = index }
        }
        var (now, peak) = (0, 0)
        for (index, planned) in stored.enumerated() {
            now = now.addingReportingOverflow(planned.byteCount).overflow ? .max : now + planned.byteCount
            peak = max(peak, now)
            for other in stored where lastReader[other.pass.root] == index { now -= other.byteCount }
        }
        return peak
    }
}
