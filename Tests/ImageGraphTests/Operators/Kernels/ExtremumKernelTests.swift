import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Extrema and medians, as runs of kernels")
struct ExtremumKernelTests {
    private static let extrema = [Extremum.maximum, .minimum]

    @Test("lines of any length", arguments: extrema, [LineConvolution.Axis.horizontal, .vertical]) func lines(
        extremum: Extremum, axis: LineConvolution.Axis
    ) throws {
        for reach in [1, 2, 3, 4, 7, 8, 15, 16, 40] {
            try expectRuns(.equalBits) {
                LineExtremum(name: "extremum", input: $0, axis: axis, extremum: extremum, reach: reach)
            }
        }
        for picture in TestPicture.all {
            let line = LineExtremum(
                name: "extremum", input: picture.node, axis: axis, extremum: extremum, reach: 10_000)
            let box = picture.pixels.bounds
            let region = PixelRect(x: box.x, y: box.y, width: min(box.width, 3), height: min(box.height, 3))
            try expectRuns(of: line, on: [picture.pixels], in: region, .equalBits)
        }
    }

    @Test("the number of runs grows with the logarithm of the length") func lineCost() throws {
        let picture = TestPicture(TestPicture.bounds[0])
        for (reach, count) in [(1, 1), (2, 2), (3, 2), (4, 2), (15, 3), (10_000, 8)] {
            let line = LineExtremum(
                name: "extremum", input: picture.node, axis: .vertical, extremum: .maximum, reach: reach)
            #expect(try SimulatedRuns(line, picture.pixels.bounds).runs.count == count, "\(reach)")
        }
    }

    @Test("discs of any radius", arguments: extrema, [0, 0.9, 1, 1.5, 2.3, 5, 12]) func discs(
        extremum: Extremum, radius: Double
    ) throws {
        try expectRuns(.equalBits) {
            DiscExtremum(name: "extremum", input: $0, extremum: extremum, radius: radius)
        }
    }

    @Test("pixels at any offsets in several images", arguments: extrema) func offsets(extremum: Extremum) throws {
        for (index, picture) in TestPicture.all.enumerated() {
            let other = TestPicture(picture.pixels.bounds.outset(by: 3), .special, seed: UInt64(100 + index))
            var random = SeededGenerator(seed: UInt64(index))
            let offsets = (0..<6).map { _ in PixelOffset(column: random.below(9) - 4, row: random.below(9) - 4) }
            for layers in [
                [(picture, offsets)], [(picture, [offsets[0]]), (other, Array(offsets[1...]))],
                [(other, offsets), (picture, [offsets[2]]), (picture, Array(offsets[..<3]))],
            ] {
                let shifted = ShiftedExtremum(
                    name: "extremum", layers: layers.map { ShiftedExtremum.Layer($0.node, offsets: $1) },
                    extremum: extremum)
                for region in picture.regions {
                    try expectRuns(of: shifted, on: layers.map(\.0.pixels), in: region, .equalBits)
                }
            }
        }
    }

    @Test("medians repeat the edge") func medians() throws {
        for picture in TestPicture.all {
            // Regions lie in the image.
            for region in picture.regions.map({ $0.intersection(picture.pixels.bounds) }) where !region.isEmpty {
                try expectRuns(of: Median(of: picture.node), on: [picture.pixels], in: region, .equalBits)
            }
        }
        let picture = TestPicture(PixelRect(x: -3, y: -3, width: 9, height: 9), .special)
        let infinite = ImageNode.constant(GraphColor(components: .one, colorSpace: nil))
        let region = PixelRect(x: 0, y: 0, width: 3, height: 3)
        try expectRuns(of: Median(of: infinite), on: [picture.pixels], in: region, .equalBits)
    }

    @Test("means of discs", arguments: [0.3, 0.8, 1.5, 3, 5.25, 8, 12, 24, 61]) func means(radius: Double) throws {
        try expectRuns(.nearlyEqual) { DiscAverage(name: "mean", input: $0, radius: radius) }
    }

    @Test("pixels beside a disc don't count") func besideDisc() throws {
        let picture = TestPicture(PixelRect(x: 0, y: 0, width: 70, height: 70))
        for (x, y) in [(3, 3), (40, 30), (69, 0)] { picture.pixels[x, y] = SIMD4(.nan, .infinity, -.infinity, 1) }
        for radius in [1.2, 6, 11.7, 20] {
            let disc = DiscAverage(name: "mean", input: picture.node, radius: radius)
            try expectRuns(of: disc, on: [picture.pixels], in: picture.pixels.bounds.outset(by: 9), .nearlyEqual)
        }
    }

    @Test("discs that are too large for kernels") func largeDiscs() {
        func extremum(_ radius: Double) -> DiscExtremum {
            DiscExtremum(name: "extremum", input: .empty, extremum: .maximum, radius: radius)
        }
        #expect(extremum(32).hasKernelRuns && !extremum(32.1).hasKernelRuns)
        func mean(_ radius: Double) -> DiscAverage { DiscAverage(name: "mean", input: .empty, radius: radius) }
        #expect(mean(128).hasKernelRuns && !mean(128.1).hasKernelRuns)
    }
}
