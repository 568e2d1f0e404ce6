import Foundation
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import Rendering

/// Tests that every operator checks often enough whether its rendering was stopped. The tests count checks instead of
/// measuring time, so that they don't depend on the machine.
@Suite("Checks inside operators")
struct OperatorCheckTests {
    /// The largest number of steps between two checks, which take a few milliseconds.
    private static let mostBetweenChecks = 1 << 24
    private static let region = PixelRect(-20, -10, 150, 120)

    private static var image: ImageNode { .source(PatternSource(96, 80)) }

    /// One of each kind, with large neighbourhoods.
    private static var operators: [any NativeOperator] {
        let weights = LineConvolution.WeightSet(first: -30, weights: [Float](repeating: 1, count: 61))
        let taps = (-30...30).map { SparseConvolution.Tap(column: $0, row: $0 / 2, weight: 1) }
        let area = PixelRect(0, 0, 96, 80)
        let sums = ClusterSums(of: image, area: area, means: image, count: 8)
        return [
            LineConvolution(name: "rows", input: image, axis: .horizontal, weightSets: [weights]),
            LineConvolution(name: "columns", input: image, axis: .vertical, weightSets: [weights]),
            Convolution(name: "window", input: image, weights: [Float](repeating: 1, count: 81), width: 9, height: 9),
            LineAverage(name: "average", input: image, axis: .horizontal, first: -500, count: 1001),
            LineAverage(name: "average", input: image, axis: .vertical, first: -500, count: 1001),
            DiscAverage(name: "disc", input: image, radius: 24),
            DiscExtremum(name: "disc", input: image, extremum: .maximum, radius: 12),
            LineExtremum(name: "run", input: image, axis: .horizontal, extremum: .minimum, reach: 500),
            LineExtremum(name: "run", input: image, axis: .vertical, extremum: .minimum, reach: 500),
            ShiftedExtremum(
                name: "shifted", layers: [.init(image, offsets: (0..<300).map { PixelOffset(column: $0, row: -$0) })],
                extremum: .maximum),
            SparseConvolution(name: "sparse", input: image, taps: taps),
            LocalRegression(of: image, on: image, radius: 20, epsilon: 0.1),
            BlockReduction(.sum, of: image, area: area, blockWidth: 16, blockHeight: 16),
            BlockReduction(.histogram(bins: 64), of: image, area: area, blockWidth: 16, blockHeight: 16),
            BlockReduction(.sum, of: image, area: area, blockWidth: 1, blockHeight: 16),
            sums, ClusterMeans(of: sums, before: image),
        ]
    }

    /// The region to compute: the whole result of operators with a fixed extent, and `region` for the others.
    private static func region(of computation: any NativeOperator) -> PixelRect {
        switch computation {
        case is ClusterMeans: PixelRect(0, 0, 8, 1)
        case let sums as ClusterSums: sums.grid.extent
        case let reduction as BlockReduction: PixelRect(enclosing: reduction.extent)
        default: region
        }
    }

    /// Inputs for an operator, filled in its regions of interest.
    private static func inputs(_ computation: any NativeOperator, _ region: PixelRect) -> [Raster] {
        computation.inputs.indices.map { index in
            let part = PixelRect(enclosing: computation.regionOfInterest(ofInput: index, for: region.cgRect))
            let raster = Raster(bounds: part)
            raster.fill(part, with: SIMD4(0.5, 0.25, 1, 1))
            return raster
        }
    }

    @Test("each checks every few milliseconds of its own estimate of work", arguments: 0..<17)
    func density(_ number: Int) throws {
        let computation = Self.operators[number]
        let checks = Mutex(0)
        let meter = WorkMeter(probe: { checks.withLock { $0 += 1 } }, now: { .now })
        let region = Self.region(of: computation)
        try WorkMeter.$current.withValue(meter) {
            try computation.render(
                inputs: Self.inputs(computation, region), region: region, into: Raster(bounds: region))
        }
        let count = checks.withLock { $0 }
        #expect(count > 0, "\(computation.name)")
        let work = Double(region.area) * computation.workPerPixel
        #expect(work / Double(max(1, count)) <= Double(Self.mostBetweenChecks), "\(computation.name): \(count) checks")
        #expect(computation.workPerPixel >= 1)
    }

    @Test("operators end when a check throws", arguments: 0..<17) func stopping(_ number: Int) throws {
        let computation = Self.operators[number]
        let checks = Mutex(0)
        let meter = WorkMeter(
            probe: {
                let count = checks.withLock { count in
                    count += 1; return count
                }
                if count >= 1 { throw WorkMeter.Stopped(reason: .cancelled) }
            }, now: { .now })
        let region = Self.region(of: computation)
        #expect(throws: WorkMeter.Stopped.self) {
            try WorkMeter.$current.withValue(meter) {
                try computation.render(
                    inputs: Self.inputs(computation, region), region: region, into: Raster(bounds: region))
            }
        }
        #expect(checks.withLock { $0 } == 1)
    }
}
