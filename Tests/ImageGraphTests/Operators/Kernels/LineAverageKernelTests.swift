import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Averages along lines, as runs of kernels")
struct LineAverageKernelTests {
    @Test("all lengths", arguments: [LineConvolution.Axis.horizontal, .vertical]) func lengths(
        axis: LineConvolution.Axis
    ) throws {
        for count in [1, 2, 5, 15, 16, 17, 63, 64, 129] {
            for first in [-count / 2, 0, 4] {
                try expectRuns(.nearlyEqual) {
                    LineAverage(name: "mean", input: $0, axis: axis, first: first, count: count)
                }
            }
        }
    }

    @Test("a length far above the image's", arguments: [LineConvolution.Axis.horizontal, .vertical]) func longest(
        axis: LineConvolution.Axis
    ) throws {
        for picture in TestPicture.all {
            let average = LineAverage(
                name: "mean", input: picture.node, axis: axis, first: -100_000, count: 200_001)
            let box = picture.pixels.bounds
            let region = PixelRect(x: box.x, y: box.y, width: min(box.width, 3), height: min(box.height, 3))
            try expectRuns(of: average, on: [picture.pixels], in: region, .nearlyEqual)
        }
    }

    @Test("flat images keep their values but for a few roundings, also if sums exceed the largest float") func flat()
        throws
    {
        for count in [16, 129, 1025, 4097] {
            let picture = TestPicture(PixelRect(x: 0, y: 0, width: count + 1, height: 24))
            let values = (0..<24).map { SIMD4<Float>(0.3 + Float($0) * 0.031, 3e38, -0.1 * Float($0), 1e-3) }
            for (y, value) in values.enumerated() {
                picture.pixels.fill(PixelRect(x: 0, y: y, width: count + 1, height: 1), with: value)
            }
            let average = LineAverage(name: "mean", input: picture.node, axis: .horizontal, first: 0, count: count)
            let region = PixelRect(x: 0, y: 0, width: 2, height: 24)
            let result = try SimulatedRuns(average, region).result([picture.pixels])
            for (y, value) in values.enumerated() {
                for component in 0..<4 {
                    let expected = value[component]
                    #expect(abs(result[1, y][component] - expected) <= 0x1p-22 * abs(expected), "\(count) \(value)")
                }
            }
        }
    }

    @Test("few pixels are read, and little is stored") func cost() throws {
        let picture = TestPicture(PixelRect(x: 0, y: 0, width: 100, height: 10))
        let average = LineAverage(name: "mean", input: picture.node, axis: .vertical, first: -100_000, count: 200_001)
        let region = PixelRect(x: 0, y: 0, width: 100, height: 10)
        let runs = try SimulatedRuns(average, region)
        #expect(runs.runs.count == 6)
        for run in runs.runs { #expect(run.arguments.components[5][0] + run.arguments.components[7][0] <= 16) }
        // Sums begin inside of the image or less than a run's length before it, and where the region's sums do.
        #expect(runs.intermediatePixels <= 100 * 30_000)
    }
}
