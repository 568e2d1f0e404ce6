import CoreImage
import ImageGraph
import Pixels

/// Finds which regions of interest of a recipe are too small for a part of the result, and by how much.
struct RegionSearch {
    /// A region that is too small.
    struct Shortage {
        let kernel: String
        let input: Int
        /// Pixels by which the region must grow on all sides; nil where no growth that was tried is enough.
        let growth: Int?
        /// The part of the result that shows it.
        let region: PixelRect
    }

    let node: ImageNode
    let renderer = ValidationRenderer.plain
    /// Rounding may differ where a kernel's code is made for another layout of its images.
    static let tolerance: Float = 1e-6

    /// What is too small for `region`; empty when nothing is.
    func shortages(in region: PixelRect) throws -> [Shortage] {
        let places = try RegionTrial.places(in: node)
        let truth = try pixels(RegionTrial(allowance: .generous), region)
        if try matches(truth, RegionTrial(allowance: .declared(grownBy: 0)), region) { return [] }
        var found: [Shortage] = []
        for (place, kernel) in places {
            func isEnough(_ margin: Int) throws -> Bool {
                let trial = RegionTrial(
                    allowance: .generous, exceptions: [place: .declared(grownBy: margin)])
                return try matches(truth, trial, region)
            }
            if try isEnough(0) { continue }
            let growth = try leastMargin(isEnough)
            found.append(Shortage(kernel: kernel, input: place.input, growth: growth, region: region))
        }
        return found
    }

    /// The least margin that is enough, which 0 is not: by doubling, then by halving.
    private func leastMargin(_ isEnough: (Int) throws -> Bool) rethrows -> Int? {
        var (low, high) = (0, 1)
        while try !isEnough(high) {
            if high >= RegionTrial.reach { return nil }
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
