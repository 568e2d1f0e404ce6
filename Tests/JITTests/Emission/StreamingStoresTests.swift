import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Results that are so large that they are written past the caches, against small ones.
@Suite(.needsCodeGeneration) struct StreamingStoresTests {
    /// Kernels that store pixels in different functions, with the formats that they read and write.
    private static let cases: [(body: String, input: PixelFormat, output: PixelFormat)] = [
        // Arithmetic on bytes.
        ("return vec4(s.a - s.rgb, s.a);", .RGBA8, .RGBA8),
        // Tables for opaque pixels, and blocks behind the first other one.
        ("return vec4(pow(s.rgb, vec3(0.7)) * 0.9 + 0.05 * s.rgb * s.rgb, s.a);", .BGRA8, .BGRA8),
        // Blocks.
        ("return vec4(s.grb * 0.7 + s.brg * 0.2, s.a);", .RGBA8, .RGBA8),
        ("return vec4(s.grb * 0.7 + s.brg * 0.2, s.a);", .RGBA8, .RGBAh),
        ("return vec4(s.grb * 0.7 + s.brg * 0.2, s.a);", .RGBA8, .RGBAf),
        // Copies of whole rows.
        (copy, .RGBAf, .RGBA8), (copy, .RGBA8, .RGBAf), (copy, .RGBAf, .RGBAh), (copy, .RGBAh, .RGBA8),
    ]
    private static let copy = "return s;"

    private static func program(_ body: String) throws -> Program {
        body == copy ? CopyKernel.program : try kernel("kernel vec4 k(__sample s) { \(body) }")
    }

    /// The stores are in the code of processors that have them, for every case but blocks of floats.
    @Test(arguments: cases.indices) func text(index: Int) throws {
        let (body, input, output) = Self.cases[index]
        let image = ImageLayout(format: input, interpolation: .linear, wrap: .transparent, isAligned: true)
        let layout = KernelLayout(images: [image], output: output)
        let program = try KernelGenerator.expanded(Self.program(body))
        for (processor, hasStores) in [(TargetProcessor.level(3), true), (.arm64, false)] {
            var emitter = try KernelEmitter(program, layout: layout, processor: processor)
            let isStreamed = try emitter.text().contains("!nontemporal")
            #expect(isStreamed == (hasStores && !(output == .RGBAf && body != Self.copy)))
        }
    }

    /// Regions of every place relative to a cache line, of a large picture.
    @Test(arguments: cases.indices) func largeResults(index: Int) throws {
        let (body, input, output) = Self.cases[index]
        let program = try Self.program(body)
        var random = SeededGenerator(seed: UInt64(17 + index))
        let width = 3001
        let bounds = PixelRect(
            x: -40, y: -3, width: width, height: StreamingStores.minimumBytes / (width * output.pixelStride) + 1)
        #expect(bounds.area * output.pixelStride >= StreamingStores.minimumBytes)
        // Room for rows that aren't aligned.
        let rowBytes = width * output.pixelStride + 4 * output.component.byteCount
        let memory = TestMemory(byteCount: rowBytes * bounds.height + 64)
        let hasHalves = [input, output].contains { $0.component == .float16 }
        let levels = Architecture.current == .x86_64 ? hasHalves ? [3] : [2, 3] : []
        let stores = [KernelComparison.store] + levels.map { MachineCodeStore(processor: .level($0), capacity: 8) }
        for turn in 0..<60 {
            let isTurned = turn % 2 == 0
            let start = memory.base + random.below(8) * output.component.byteCount
            let large = PixelView(
                bounds: bounds, format: output,
                base: isTurned ? start + (bounds.height - 1) * rowBytes : start,
                bytesPerRow: isTurned ? -rowBytes : rowBytes, keeping: memory)
            let leastWidth = StreamingStores.minimumRowBytes / output.pixelStride
            let region = PixelRect(
                x: bounds.x + 1 + random.below(90), y: bounds.y + 1 + random.below(9),
                width: leastWidth + random.below(turn % 3 == 0 ? 40 : 300), height: 1 + random.below(4))
            #expect(StreamingStores.areWorthwhile(in: large, region: region))
            let picture = self.picture(region, input, opaqueColumns: turn % 4 == 0 ? 70 : width, &random)
            let image = SamplerBinding(pixels: picture, extent: region.cgRect)
            let compiled = try KernelComparison.compile(
                program, layout: KernelComparison.layout([image], output: output), store: stores[turn % stores.count])
            let small = TestMemory(byteCount: region.area * output.pixelStride)
            let expected = PixelView(
                bounds: region, format: output, base: small.base, bytesPerRow: region.width * output.pixelStride,
                keeping: small)
            let around = region.outset(by: 1)
            for y in around.y..<around.maxY {
                large.pixel(around.x, y).initializeMemory(
                    as: UInt8.self, repeating: 0xA5, count: around.width * output.pixelStride)
            }
            for target in [expected, large] {
                try compiled.run(
                    arguments: KernelArguments(components: [[]]), images: [image], region: region, output: target)
            }
            for y in around.y..<around.maxY {
                for x in around.x..<around.maxX {
                    let isInside = region.contains(PixelRect(x: x, y: y, width: 1, height: 1))
                    let bytes = Array(UnsafeRawBufferPointer(start: large.pixel(x, y), count: output.pixelStride))
                    let others =
                        isInside
                        ? Array(UnsafeRawBufferPointer(start: expected.pixel(x, y), count: output.pixelStride))
                        : Array(repeating: 0xA5, count: output.pixelStride)
                    guard bytes == others else {
                        Issue.record("turn \(turn): pixel (\(x), \(y)) of \(region) is \(bytes), not \(others)")
                        return
                    }
                }
            }
        }
    }

    /// Returns a picture whose pixels are opaque up to a column.
    private func picture(
        _ bounds: PixelRect, _ format: PixelFormat, opaqueColumns: Int, _ random: inout SeededGenerator
    ) -> PixelView {
        let raster = Raster(bounds: bounds)
        for y in bounds.y..<bounds.maxY {
            for x in 0..<bounds.width {
                let alpha = x < opaqueColumns ? 255 : random.below(256)
                let color = SIMD4<Float>((0..<4).map { $0 < 3 ? Float(random.below(alpha + 1)) : Float(alpha) })
                raster.row(y)[x] = color / 255
            }
        }
        let memory = TestMemory(byteCount: bounds.area * format.pixelStride)
        let view = PixelView(
            bounds: bounds, format: format, base: memory.base, bytesPerRow: bounds.width * format.pixelStride,
            keeping: memory)
        view.pack(raster)
        return view
    }
}
