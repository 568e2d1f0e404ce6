import CoreImage
import ImageGraph
import Pixels

/// Finds regions of interest in a recipe that are too small for a part of the result, and by how much.
struct RegionSearch {
    /// A region that is too small.
    struct Shortage {
        /// The step, such as “kernel 'blur'”.
        let step: String
        let input: Int
        /// The number of pixels by which the region must grow on all sides. Nil if no tested growth suffices.
        let growth: Int?
        /// The part of the result for which the region is too small.
        let region: PixelRect
    }

    let node: ImageNode
    let renderer = ValidationRenderer.plain
    /// The tolerance of comparisons. Code that is generated for another image layout may round differently.
    static let tolerance: Float = 1e-6

    /// Returns the regions of interest that are too small for `region`.
    func shortages(in region: PixelRect) throws -> [Shortage] {
        let places = try RegionTrial.places(in: node)
        let truth = try pixels(RegionTrial(allowance: .generous), region)
        if try matches(truth, RegionTrial(allowance: .declared(grownBy: 0)), region) { return [] }
        var found: [Shortage] = []
        for (place, step) in places {
            func isEnough(_ margin: Int) throws -> Bool {
                let trial = RegionTrial(
                    allowance: .generous, exceptions: [place: .declared(grownBy: margin)])
                return try matches(truth, trial, region)
            }
            if try isEnough(0) { continue }
            let growth = try leastMargin(isEnough)
            found.append(Shortage(step: step, input: place.input, growth: growth, region: region))
        }
        return found
    }

    /// Returns the smallest sufficient margin, by doubling and bisection. The caller has found that 0 doesn't suffice.
    private func leastMargin(_ isEnough: (Int) throws -> Bool) rethrows -> Int? {
        var (low, high) = (0, 1)
        while try !isEnough(high) {
            if high >= RegionTrial.generousMargin { return nil }
            (low, high) = (high, high * 2)
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if try isEnough(middle) { high = middle } else { low = middle }
        }
        return high
    }

    private func matches(_ truth: Raster, _ trial: RegionTrial, _ region: PixelRect) throws -> Bool {
        PixelDifference(truth, try pixels(trial, region), in: region, tolerance: Self.tolerance).isNone
    }

    private func pixels(_ trial: RegionTrial, _ region: PixelRect) throws -> Raster {
        try renderer.pixels(of: try trial.recipe(of: node, for: region), in: region)
    }
}
