import DeviceKernels
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import Rendering

/// The bytes of planes that devices pack, against formulas.
@Suite("Planes packed on devices")
struct PlanePackingTests {
    private static let codings = [(8, 1), (10, 64), (10, 1), (12, 16), (16, 1)].map { bits, unit in
        YCbCrCoding(matrix: .bt709, isFullRange: true, bitDepth: bits, storedUnit: unit)
    }

    /// Returns a renderer that uses a simulated device, which interprets kernels.
    static func renderer(_ device: (any KernelDevice)?) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil, backend: InterpreterBackend(), tileWidth: 16, tileHeight: 16, threadCount: 2,
            intermediateFormat: .RGBAf, optimises: false)
        configuration.device = device.map { DeviceRendering($0, use: .always, stepBudget: 1000) }
        return Renderer(configuration: configuration)
    }

    static func device(limit: Int = .max) -> SimulatedDevice {
        SimulatedDevice(
            InterpreterBackend(), formats: [.RGBAf, .RGBA8, .RGBA16], reading: [.R8, .RG8, .R16, .RG16],
            memoryLimit: limit)
    }

    /// An image of codes that a kernel returns.
    static func codes(
        _ width: Int, _ height: Int, _ value: @escaping @Sendable (Int, Int) -> SIMD4<Float>
    ) throws -> ImageNode {
        let source = ImageNode.source(PatternSource(width, height, value: value), colorManaged: false)
        return try .kernel(
            kernel("kernel vec4 k(__sample s) { return s; }"), arguments: [.image(SampledImage(source))],
            extent: .infinite)
    }

    /// Returns the stored integer of a code: held to 0 and the largest one, rounded to 22 bits, those of its integer
    /// included, and then half up.
    static func stored(_ code: Double, _ coding: YCbCrCoding) -> Int {
        let fraction = pow(2, Double(22 - coding.bitDepth))
        let held = code > 0 ? min(code, coding.maximumCode) : 0
        let whole = ((held * fraction).rounded(.toNearestOrEven) / fraction + 0.5).rounded(.down)
        return Int(whole) * coding.storedUnit
    }

    @Test("codes are limited, and rounded half up", arguments: codings.indices)
    func rounding(index: Int) throws {
        let coding = Self.codings[index]
        let (width, height) = (37, 60)
        var numbers: [Float] = [.nan, .infinity, -.infinity, -0.5, -0.0, 0.49999997, 0.5, .leastNonzeroMagnitude, 1e30]
        let largest = Float(coding.maximumCode)
        numbers += [largest - 0.5, (largest - 0.5).nextDown, largest, largest.nextUp, largest + 1]
        var random = SeededGenerator(seed: 3)
        while numbers.count < width * height {
            let code = Float(random.below(Int(coding.maximumCode)))
            numbers += [code, code + 0.5, (code + 0.5).nextDown, (code + 0.5).nextUp]
            numbers.append(Float(random.below(1 << 24)) / Float(1 << 24) * (largest + 20) - 10)
        }
        let values = numbers
        let node = try Self.codes(width, height) { x, y in
            let number = values[y * width + x]
            return SIMD4(number, number, values[(y * width + x + 7) % (width * height)], 1)
        }
        for isSeparate in [false, true] {
            let planes = PlaneBuffers(width, height, coding, .full, separateChroma: isSeparate)
            let device = Self.device()
            let control = RenderingControl()
            let renderer = Self.renderer(device)
            try renderer.render(node, into: planes.destination(renderer.configuration.backend), control: control)
            #expect(control.statistics.passes.map(\.device) == [device.name])
            let luma = (0..<width * height).map { place in
                Self.stored(Double(values[(height - 1 - place / width) * width + place % width]), coding)
            }
            let red = (0..<width * height).map { place in
                let index = (height - 1 - place / width) * width + place % width
                return Self.stored(Double(values[(index + 7) % (width * height)]), coding)
            }
            #expect(planes.stored(0) == luma)
            #expect(isSeparate ? planes.stored(1) == luma : planes.stored(1) == zip(luma, red).flatMap { [$0, $1] })
            if isSeparate { #expect(planes.stored(2) == red) }
        }
    }

    @Test("chroma is the weighted mean around its place", arguments: YCbCrTests.samplings.indices)
    func means(index: Int) throws {
        let sampling = YCbCrTests.samplings[index]
        let coding = YCbCrCoding(matrix: .bt709, isFullRange: true, bitDepth: 10, storedUnit: 64)
        // Sums of such codes are exact.
        @Sendable func code(_ x: Int, _ y: Int, _ seed: Int) -> Double {
            Double((x &* 7919 ^ y &* 104_729 ^ seed &* 31_337) & 0xfff) / 4 + Double(x & 3) / 16
        }
        for (width, height) in [(23, 18), (8, 6), (1, 1), (2, 1), (1, 3), (5, 7)] {
            let planes = PlaneBuffers(width, height, coding, sampling, separateChroma: index % 2 == 0)
            let device = Self.device()
            let renderer = Self.renderer(device)
            let destination = planes.destination(renderer.configuration.backend)
            let offset = destination.offset
            let node = try Self.codes(width, height + offset) { x, y in
                SIMD4(Float(code(x, y, 0)), Float(code(x, y, 1)), Float(code(x, y, 2)), 1)
            }
            try renderer.render(node, into: destination)
            #expect(device.runs == planes.views.count + 1)
            // The taps of a sample, as columns or rows from the top, and their weights.
            func taps(_ index: Int, _ count: Int, _ site: ChromaSampling.Site) -> [(Int, Double)] {
                guard count == 2 else { return [(index, 1)] }
                return switch site {
                case .first: [(2 * index - 1, 0.25), (2 * index, 0.5), (2 * index + 1, 0.25)]
                case .middle: [(2 * index, 0.5), (2 * index + 1, 0.5)]
                case .last: [(2 * index, 0.25), (2 * index + 1, 0.5), (2 * index + 2, 0.25)]
                }
            }
            let size = sampling.size(forWidth: width, height: height)
            var expected = [[Int]](repeating: [], count: 2)
            for row in 0..<size.height {
                for column in 0..<size.width {
                    for plane in 0..<2 {
                        var sum = 0.0
                        for (y, upper) in taps(row, sampling.rows, sampling.verticalSite) {
                            for (x, left) in taps(column, sampling.columns, sampling.horizontalSite) {
                                let line = height - 1 + offset - min(max(y, 0), height - 1)
                                sum += upper * left * code(min(max(x, 0), width - 1), line, plane + 1)
                            }
                        }
                        expected[plane].append(Self.stored(sum, coding))
                    }
                }
            }
            let result =
                planes.views.count == 3
                ? [planes.stored(1), planes.stored(2)]
                : (0..<2).map { plane in
                    planes.stored(1).enumerated().filter { $0.offset % 2 == plane }.map(\.element)
                }
            #expect(result == expected, "\(width) × \(height), \(sampling)")
        }
    }
}
