import Foundation
import Interpreter
import JIT
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Planes of luma and chroma")
struct YCbCrTests {
    /// The weights of red and blue as the standards print them.
    static let matrices: [(YCbCrMatrix, Double, Double)] = [
        (.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722), (.bt2020, 0.2627, 0.0593), (.smpte240, 0.212, 0.087),
    ]
    static let backends: [any KernelBackend] = [
        InterpreterBackend(), JITBackend(interpreter: InterpreterBackend()),
    ]

    static func renderer(_ backend: any KernelBackend, tile: Int = 16) -> Renderer {
        Renderer(
            configuration: RendererConfiguration(
                workingColorSpace: nil, backend: backend, tileWidth: tile, tileHeight: tile, threadCount: 2,
                intermediateFormat: .RGBAf))
    }

    static let codings: [(YCbCrCoding, YCbCrFormula)] = matrices.flatMap { matrix, red, blue in
        [false, true].flatMap { isFull in
            [(8, 1), (10, 64), (10, 1), (16, 1)].map { bits, unit in
                (
                    YCbCrCoding(matrix: matrix, isFullRange: isFull, bitDepth: bits, storedUnit: unit),
                    YCbCrFormula(red: red, blue: blue, isFull: isFull, bits: bits)
                )
            }
        }
    }

    @Test("every matrix, range and depth gives the formula's colours", arguments: 0..<2)
    func decoding(backend: Int) throws {
        var random = SeededGenerator(seed: 7)
        for (coding, formula) in Self.codings {
            let largest = Int(coding.maximumCode)
            let planes = Planes(19, 11, coding, .full) { random.below(largest + 1) }
            let region = PixelRect(x: 0, y: 0, width: 19, height: 11)
            let image = try Self.renderer(Self.backends[backend]).render(planes.image(), region: region)
            for (x, y) in region.coordinates {
                let index = (10 - y) * 19 + x
                let color = formula.color(
                    Double(planes.luma[index]), Double(planes.cb[index]), Double(planes.cr[index]))
                let pixel = image[x, y]
                for channel in 0..<3 {
                    #expect(abs(Double(pixel[channel]) - color[channel]) < 2e-6, "\(coding) at \(x), \(y)")
                }
                #expect(pixel.w == 1)
            }
        }
    }

    @Test("every matrix, range and depth gives the formula's codes, rounded", arguments: 0..<2)
    func encoding(backend: Int) throws {
        let region = PixelRect(x: 0, y: 0, width: 19, height: 11)
        let source = PatternSource(19, 11)
        for (coding, formula) in Self.codings {
            let planes = Planes(19, 11, coding, .full) { 0 }
            let result = try planes.rendering(
                .source(source, colorManaged: false), with: Self.renderer(Self.backends[backend]))
            for (x, y) in region.coordinates {
                let pixel = Noise.pixel(x, y)
                let codes = formula.codes([Double(pixel.x), Double(pixel.y), Double(pixel.z)])
                let index = (10 - y) * 19 + x
                let stored = [result.luma[index], result.cb[index], result.cr[index]]
                for channel in 0..<3 {
                    let code = min(max(codes[channel], 0), coding.maximumCode)
                    // Floats have 24 bits, so the code of 16 bits may be a little off before it is rounded.
                    #expect(abs(Double(stored[channel]) - code) < 0.52, "\(coding) at \(x), \(y)")
                }
            }
        }
    }

    @Test("all codes of 4:4:4 survive a round trip", arguments: 0..<2)
    func roundTrip(backend: Int) throws {
        var random = SeededGenerator(seed: 8)
        for (coding, _) in Self.codings where coding.bitDepth <= 10 {
            for isSeparate in [false, true] {
                let planes = Planes(33, 21, coding, .full) { random.below(Int(coding.maximumCode) + 1) }
                let result = try planes.rendering(
                    planes.image(separateChroma: isSeparate), with: Self.renderer(Self.backends[backend]),
                    separateChroma: isSeparate)
                #expect(result.luma == planes.luma, "\(coding)")
                #expect(result.cb == planes.cb, "\(coding)")
                #expect(result.cr == planes.cr, "\(coding)")
            }
        }
    }

    static let samplings: [ChromaSampling] = {
        let sites = [ChromaSampling.Site.first, .middle, .last]
        return [(2, 2), (2, 1), (1, 1)].flatMap { columns, rows in
            sites.flatMap { x in
                sites.map { ChromaSampling(columns: columns, rows: rows, horizontalSite: x, verticalSite: $0) }
            }
        }
    }()

    /// The place of a chroma sample among luma samples, from the top left, counted in samples.
    private static func place(_ index: Int, _ count: Int, _ site: ChromaSampling.Site) -> Double {
        switch site {
        case .first: Double(index * count)
        case .middle: Double(index * count) + Double(count - 1) / 2
        case .last: Double(index * count + count - 1)
        }
    }

    @Test("chroma is interpolated between its places", arguments: [(20, 12), (19, 11), (1, 1), (2, 1), (1, 3)])
    func upsampling(width: Int, height: Int) throws {
        var random = SeededGenerator(seed: 9)
        let coding = YCbCrCoding(matrix: .bt709, isFullRange: true)
        let formula = YCbCrFormula(red: 0.2126, blue: 0.0722, isFull: true, bits: 8)
        for backend in Self.backends {
            for sampling in Self.samplings {
                let planes = Planes(width, height, coding, sampling) { random.below(256) }
                let region = PixelRect(x: 0, y: 0, width: width, height: height)
                let image = try Self.renderer(backend).render(planes.image(), region: region)
                func chroma(_ plane: [Int], _ x: Int, _ y: Int) -> Double {
                    // Linear weights fall from 1 at the sample's place to 0 at its neighbour's. Beyond the outermost
                    // places the outermost sample continues.
                    func weights(_ at: Int, _ count: Int, _ step: Int, _ site: ChromaSampling.Site) -> [Double] {
                        let first = place(0, step, site)
                        let last = place(count - 1, step, site)
                        let point = min(max(Double(at), first), last)
                        return (0..<count).map { max(0, 1 - abs(place($0, step, site) - point) / Double(step)) }
                    }
                    func place(_ index: Int, _ step: Int, _ site: ChromaSampling.Site) -> Double {
                        Self.place(index, step, site)
                    }
                    let across = weights(x, planes.chromaWidth, sampling.columns, sampling.horizontalSite)
                    let down = weights(y, planes.chromaHeight, sampling.rows, sampling.verticalSite)
                    var sum = 0.0
                    for row in down.indices {
                        for column in across.indices {
                            sum += down[row] * across[column] * Double(plane[row * planes.chromaWidth + column])
                        }
                    }
                    return sum
                }
                for (x, y) in region.coordinates {
                    let top = height - 1 - y
                    let color = formula.color(
                        Double(planes.luma[top * width + x]), chroma(planes.cb, x, top), chroma(planes.cr, x, top))
                    for channel in 0..<3 {
                        let difference = abs(Double(image[x, y][channel]) - color[channel])
                        #expect(difference < 4e-6, "\(backend.name) \(sampling) at \(x), \(y)")
                    }
                }
            }
        }
    }

    @Test("chroma is the mean around its place", arguments: [(40, 36), (39, 35), (1, 1), (2, 1), (1, 3)])
    func downsampling(width: Int, height: Int) throws {
        let coding = YCbCrCoding(matrix: .bt2020, isFullRange: false, bitDepth: 10, storedUnit: 64)
        let formula = YCbCrFormula(red: 0.2627, blue: 0.0593, isFull: false, bits: 10)
        let source = PatternSource(width, height)
        for backend in Self.backends {
            for sampling in Self.samplings {
                let result = try Planes(width, height, coding, sampling) { 0 }.rendering(
                    .source(source, colorManaged: false), with: Self.renderer(backend))
                func codes(_ column: Int, _ row: Int) -> SIMD3<Double> {
                    let (x, y) = (min(max(column, 0), width - 1), height - 1 - min(max(row, 0), height - 1))
                    let pixel = Noise.pixel(x, y)
                    return formula.codes([Double(pixel.x), Double(pixel.y), Double(pixel.z)])
                }
                func taps(_ index: Int, _ count: Int, _ site: ChromaSampling.Site) -> [(Int, Double)] {
                    guard count == 2 else { return [(index, 1)] }
                    return switch site {
                    case .first: [(2 * index - 1, 0.25), (2 * index, 0.5), (2 * index + 1, 0.25)]
                    case .middle: [(2 * index, 0.5), (2 * index + 1, 0.5)]
                    case .last: [(2 * index, 0.25), (2 * index + 1, 0.5), (2 * index + 2, 0.25)]
                    }
                }
                for row in 0..<result.chromaHeight {
                    for column in 0..<result.chromaWidth {
                        var sum = SIMD3<Double>.zero
                        for (y, upper) in taps(row, sampling.rows, sampling.verticalSite) {
                            for (x, left) in taps(column, sampling.columns, sampling.horizontalSite) {
                                sum += upper * left * codes(x, y)
                            }
                        }
                        let index = row * result.chromaWidth + column
                        let place = "\(backend.name) \(sampling) at \(column), \(row)"
                        #expect(abs(Double(result.cb[index]) - min(max(sum.y, 0), 1023)) < 0.501, "\(place)")
                        #expect(abs(Double(result.cr[index]) - min(max(sum.z, 0), 1023)) < 0.501, "\(place)")
                    }
                }
            }
        }
    }

    @Test(
        "10-bit video in high dynamic range survives linear light",
        arguments: [CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG, CGColorSpace.itur_2020])
    func highDynamicRange(name: String) throws {
        let space = try #require(CGColorSpace(name: name))
        let coding = YCbCrCoding(matrix: .bt2020, isFullRange: false, bitDepth: 10, storedUnit: 64)
        // Grays of all codes, and colours of which some are outside of 0…1.
        var index = -1
        let grays = Planes(64, 16, coding, .full) {
            index += 1
            return index < 1024 ? index : 512
        }
        var random = SeededGenerator(seed: 10)
        let colors = Planes(64, 16, coding, .full) { 300 + random.below(424) }
        for backend in Self.backends {
            let renderer = Renderer(
                configuration: RendererConfiguration(
                    workingColorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB), backend: backend,
                    threadCount: 2, intermediateFormat: .RGBAf))
            for planes in [grays, colors] {
                let linear = try planes.image().converted(from: space, to: nil)
                // The optimiser may not cancel the conversions, because this test is about their numbers.
                let kept = try ImageNode.kernel(
                    Self.doubling, arguments: [.image(SampledImage(linear))], extent: linear.extent)
                let result = try planes.rendering(
                    ImageNode.kernel(Self.halving, arguments: [.image(SampledImage(kept))], extent: linear.extent)
                        .converted(from: nil, to: space), with: renderer)
                let worst = zip(planes.luma + planes.cb + planes.cr, result.luma + result.cb + result.cr)
                    .map { abs($0 - $1) }.max()
                #expect(worst == 0, "\(backend.name) \(name)")
            }
        }
    }

    private static let doubling = program("kernel vec4 doubling(__sample s) { return vec4(s.rgb * 2.0, s.a); }")
    private static let halving = program("kernel vec4 halving(__sample s) { return vec4(s.rgb * 0.5, s.a); }")

    private static func program(_ text: String) -> Program {
        KernelCompiler.compile(KernelSource(text: text, file: "<test>")).kernels[0]
    }

    @Test("planes don't depend on tiles or the back end") func tiling() throws {
        let coding = YCbCrCoding(matrix: .bt709, isFullRange: false)
        for sampling in Self.samplings {
            let empty = Planes(157, 83, coding, sampling) { 0 }
            let image = ImageNode.source(PatternSource(157, 83), colorManaged: false).gaussianBlurred(sigma: 2)
            let whole = try empty.rendering(image, with: Self.renderer(InterpreterBackend(), tile: 1000))
            for (backend, tile) in [(0, 7), (0, 31), (1, 1000), (1, 13)] {
                let other = try empty.rendering(image, with: Self.renderer(Self.backends[backend], tile: tile))
                let isSame =
                    backend == 0
                    ? other.luma == whole.luma && other.cb == whole.cb && other.cr == whole.cr
                    : zip(other.luma + other.cb + other.cr, whole.luma + whole.cb + whole.cr)
                        .allSatisfy { abs($0 - $1) <= 1 }
                #expect(isSame, "\(sampling), tiles of \(tile)")
            }
        }
    }
}
