import Foundation
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import JIT

/// Tests that callers of generated code check often enough whether the rendering was stopped, because generated code
/// doesn't check itself.
@Suite("Checks around generated operators", .needsCodeGeneration)
struct OperatorCheckTests {
    private static let mostBetweenChecks = 1 << 21
    private static let region = PixelRect(x: -20, y: -10, width: 150, height: 120)

    private static var operators: [any NativeOperator] {
        let weights = LineConvolution.WeightSet(first: -30, weights: [Float](repeating: 1, count: 61))
        let sets = (0..<3).map { LineConvolution.WeightSet(first: $0 - 2, weights: [0.25, 0.5, 0.25]) }
        let area = PixelRect(x: 0, y: 0, width: 96, height: 80)
        return [
            LineConvolution(name: "rows", input: .empty, axis: .horizontal, weightSets: [weights]),
            LineConvolution(name: "columns", input: .empty, axis: .vertical, weightSets: [weights]),
            LineConvolution(name: "table", input: .empty, axis: .horizontal, weightSets: sets, step: 2),
            Convolution(name: "window", input: .empty, weights: [Float](repeating: 1, count: 81), width: 9, height: 9),
            LineAverage(name: "average", input: .empty, axis: .horizontal, first: -500, count: 1001),
            LineAverage(name: "average", input: .empty, axis: .vertical, first: -500, count: 1001),
            DiscAverage(name: "disc", input: .empty, radius: 24),
            DiscExtremum(name: "disc", input: .empty, extremum: .maximum, radius: 12),
            LineExtremum(name: "run", input: .empty, axis: .horizontal, extremum: .minimum, reach: 500),
            LineExtremum(name: "run", input: .empty, axis: .vertical, extremum: .minimum, reach: 500),
            ShiftedExtremum(
                name: "shifted", layers: [.init(.empty, offsets: (0..<300).map { PixelOffset(column: $0, row: -$0) })],
                extremum: .maximum),
            SparseConvolution(
                name: "sparse", input: .empty,
                taps: (0..<61).map { SparseConvolution.Tap(column: $0, row: -$0, weight: 0.25) }),
            BlockReduction(.sum, of: .empty, area: area, blockWidth: 16, blockHeight: 16),
            BlockReduction(.histogram(bins: 64), of: .empty, area: area, blockWidth: 16, blockHeight: 16),
            BlockReduction(.sum, of: .empty, area: area, blockWidth: 1, blockHeight: 16),
        ]
    }

    private func checks(_ computation: any NativeOperator, until last: Int = .max) throws -> Int {
        let checks = Mutex(0)
        let meter = WorkMeter(
            probe: {
                let count = checks.withLock { count in
                    count += 1; return count
                }
                if count >= last { throw WorkMeter.Stopped(reason: .cancelled) }
            }, now: { .now })
        let part = PixelRect(enclosing: computation.regionOfInterest(ofInput: 0, for: Self.region.cgRect))
        let input = Raster(bounds: part)
        input.fill(part, with: SIMD4(0.5, 0.25, 1, 1))
        do {
            try WorkMeter.$current.withValue(meter) {
                try computation.render(inputs: [input], region: Self.region, into: Raster(bounds: Self.region))
            }
        } catch is WorkMeter.Stopped where last < .max {}
        return checks.withLock { $0 }
    }

    @Test("operators check every few milliseconds and end when the check throws", arguments: 0..<15)
    func density(_ number: Int) throws {
        let portable = Self.operators[number]
        let code = try OperatorFunctions.forTests(try #require(OperatorFunctions.testProcessors.last))
        let computation = try #require(try code.accelerated(portable))
        #expect(computation.workPerPixel == portable.workPerPixel)
        let count = try checks(computation)
        #expect(count > 0, "\(computation.name)")
        let work = Double(Self.region.area) * computation.workPerPixel
        #expect(work / Double(max(1, count)) <= Double(Self.mostBetweenChecks), "\(computation.name): \(count) checks")
        #expect(try checks(computation, until: 1) == 1)
    }
}
