import Foundation
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

/// Computes operators as a device does: each run reads its inputs, tables and the results of earlier runs at pixel
/// centres.
struct SimulatedRuns {
    let runs: [OperatorRun]

    /// Lists the runs of an operator.
    init(_ computation: any KernelComposedOperator, _ region: PixelRect) throws {
        #expect(computation.hasKernelRuns)
        runs = try computation.kernelRuns(for: region)
        #expect(runs.last?.region == region)
    }

    private static let backend = InterpreterBackend()

    /// Returns the pixels of the last run.
    func result(_ inputs: [Raster]) throws -> Raster {
        var results: [Raster] = []
        for run in runs {
            let output = Raster(bounds: run.region)
            if !run.region.isEmpty {
                let images = run.images.map { image in
                    let raster =
                        switch image.source {
                        case .input(let index): inputs[index]
                        case .run(let index): results[index]
                        case .table(let numbers): numbers
                        }
                    return SamplerBinding(
                        raster: raster, extent: image.extent, interpolation: .nearest, wrap: image.wrap)
                }
                try Self.backend.prepare(run.program).run(
                    arguments: run.arguments, images: images, region: run.region, output: output)
            }
            results.append(output)
        }
        return results.last ?? .transparent
    }

    /// The number of pixels that all runs compute but the last one, which are kept in memory.
    var intermediatePixels: Int { runs.dropLast().reduce(0) { $0 + $1.region.area } }
}

/// How closely runs follow an operator's own code.
enum Closeness {
    /// Equal bits, whatever those of a NaN are.
    case equalBits
    /// Differences of at most 2⁻²⁰ times the larger of 1 and the value.
    case nearlyEqual

    func allows(_ value: Float, for expected: Float) -> Bool {
        if value.bitPattern == expected.bitPattern || value.isNaN && expected.isNaN { return true }
        switch self {
        case .equalBits: return false
        case .nearlyEqual:
            if value == expected { return true }
            return abs(Double(value) - Double(expected)) <= 0x1p-20 * max(1, abs(Double(expected)))
        }
    }
}

/// Expects that runs compute what the operator's own code computes in a region. Both read nothing but the regions of
/// interest.
func expectRuns(
    of computation: any KernelComposedOperator, on pictures: [Raster], in region: PixelRect, _ closeness: Closeness,
    location: SourceLocation = #_sourceLocation
) throws {
    let inputs = pictures.enumerated().map { index, picture in
        let read = computation.regionOfInterest(ofInput: index, for: region.cgRect)
        let copy = Raster(bounds: PixelRect(enclosing: read).intersection(picture.bounds))
        copy.copy(from: picture)
        return copy
    }
    let expected = Raster(bounds: region)
    // A pixel that isn't written is noticed.
    expected.fill(region, with: SIMD4(repeating: 99))
    try computation.render(inputs: inputs, region: region, into: expected)
    let result = try SimulatedRuns(computation, region).result(inputs)
    for y in region.y..<region.maxY {
        let bytes = MemoryLayout<SIMD4<Float>>.stride * region.width
        if memcmp(result.row(y), expected.row(y), bytes) == 0 { continue }
        for x in region.x..<region.maxX {
            for component in 0..<4
            where !closeness.allows(result[x, y][component], for: expected[x, y][component]) {
                Issue.record(
                    "\(region): (\(x), \(y))[\(component)] is \(result[x, y]), not \(expected[x, y])",
                    sourceLocation: location)
                return
            }
        }
    }
}
