import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Reading and writing every format in generated code, against `PixelFormat`.
@Suite(.needsCodeGeneration) struct PixelEmitterTests {
    /// A kernel that copies pixels in blocks, and the one for which there may be code that copies whole rows.
    private static func copies() throws -> [Program] {
        [try kernel("kernel vec4 k(__sample s) { return s; }"), CopyKernel.program]
    }

    /// A view of new memory.
    private static func view(
        _ bounds: PixelRect, _ format: PixelFormat, padding: Int = 0, flipped: Bool = false, memory: TestMemory? = nil
    ) -> PixelView {
        let row = bounds.width * format.bytesPerPixel + padding
        let memory = memory ?? TestMemory(byteCount: max(1, row * bounds.height))
        return flipped
            ? PixelView(topLeft: memory.base, bounds: bounds, format: format, bytesPerRow: row, keeping: memory)
            : PixelView(bounds: bounds, format: format, base: memory.base, bytesPerRow: row, keeping: memory)
    }

    /// Fills a view. If a channel has at most 16 bits, every value occurs in every channel. Otherwise the values are
    /// random floats, special ones among them.
    private static func fill(_ view: PixelView) {
        let channels = view.format.layout.channelCount
        var random = SeededGenerator(seed: 5)
        for y in view.bounds.y..<view.bounds.maxY {
            for x in view.bounds.x..<view.bounds.maxX {
                let pixel = view.pixel(x, y)
                let number = (y - view.bounds.y) * view.bounds.width + (x - view.bounds.x)
                for channel in 0..<channels {
                    let value = number &* (channel * 2 + 1) &+ channel * 77
                    switch view.format.component {
                    case .uint8:
                        pixel.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: channel, as: UInt8.self)
                    case .uint16, .float16:
                        pixel.storeBytes(
                            of: UInt16(truncatingIfNeeded: value), toByteOffset: 2 * channel, as: UInt16.self)
                    case .float32: pixel.storeBytes(of: random.float(), toByteOffset: 4 * channel, as: Float.self)
                    }
                }
            }
        }
    }

    @Test(arguments: PixelFormat.all) func readsAsUnpacked(format: PixelFormat) throws {
        // 65536 pixels, so that every value of 16 bits occurs in every channel.
        let bounds = PixelRect(x: 0, y: 0, width: 256, height: format.component.byteCount == 2 ? 256 : 9)
        let source = Self.view(bounds, format)
        Self.fill(source)
        let expected = Raster(bounds: bounds)
        source.unpack(into: expected)
        let binding = SamplerBinding(pixels: source, extent: bounds.cgRect)
        for program in try Self.copies() {
            let output = Raster(bounds: bounds)
            try KernelComparison.compile(program, layout: KernelComparison.layout([binding])).run(
                arguments: KernelArguments(components: [[]]), images: [binding], region: bounds, output: output)
            #expect(KernelComparison.difference(output, expected) == nil, "\(program.name)")
        }
    }

    @Test(arguments: PixelFormat.all) func writesAsPacked(format: PixelFormat) throws {
        var random = SeededGenerator(seed: 3)
        let bounds = PixelRect(x: 0, y: 0, width: 301, height: 40)
        let source = Raster(bounds: bounds)
        for i in 0..<bounds.area {
            for component in 0..<4 {
                // Edge values, and numbers around the halves between two integers, where rounding changes.
                let maximum: Float = format.component == .uint16 ? 65535 : 255
                let step = Float(random.below(Int(maximum) + 1))
                let edge = (step + 0.5) / maximum
                source.pixels[i][component] =
                    switch random.below(5) {
                    case 0: random.float()
                    case 1: edge
                    case 2: edge.nextUp
                    case 3: edge.nextDown
                    default: step / maximum
                    }
            }
            if random.below(3) == 0 { source.pixels[i] = SIMD4(repeating: source.pixels[i].x) }
        }
        let expected = Self.view(bounds, format)
        if format == .RGBAf {
            // Floats are stored unchanged, including NaN, which `pack` would replace.
            expected.raster?.copy(from: source)
        } else {
            expected.pack(source)
        }
        let binding = SamplerBinding(raster: source, extent: bounds.cgRect)
        let layout = KernelComparison.layout([binding], output: format)
        for program in try Self.copies() {
            let output = Self.view(bounds, format)
            try KernelComparison.compile(program, layout: layout)
                .run(arguments: KernelArguments(components: [[]]), images: [binding], region: bounds, output: output)
            for y in 0..<bounds.height {
                let (a, b) = (Self.channels(output, row: y), Self.channels(expected, row: y))
                #expect(a == b, "\(program.name), row \(y)")
                if a != b { return }
            }
        }
    }

    /// Rows of every width up to that of a block and a few more, between all formats whose rows are copied as a whole.
    /// Copies of clamped images have another name.
    @Test(arguments: [PixelFormat.RGBAf, .RGBAh, .RGBA8], [PixelFormat.RGBAf, .RGBAh, .RGBA8])
    func narrowCopies(from: PixelFormat, to: PixelFormat) throws {
        let bounds = PixelRect(x: -9, y: 4, width: 70, height: 3)
        let source = Self.view(bounds, from, padding: 3 * from.component.byteCount)
        Self.fill(source)
        let floats = Raster(bounds: bounds)
        source.unpack(into: floats)
        var clamp = CopyKernel.program
        clamp.name = "clamp"
        for (program, wrap) in [(CopyKernel.program, WrapMode.transparent), (clamp, .clamp)] {
            let image = SamplerBinding(pixels: source, extent: bounds.cgRect, wrap: wrap)
            let kernel = try KernelComparison.compile(program, layout: KernelComparison.layout([image], output: to))
            for width in 1...37 {
                for x in [bounds.x, bounds.x + 11, bounds.maxX - width, bounds.x - 2, bounds.maxX - width + 2] {
                    let region = PixelRect(x: x, y: bounds.y - 1, width: width, height: bounds.height + 2)
                    // A pixel on each side must stay as it is.
                    let around = region.outset(by: 1)
                    let (output, expected) = (Self.view(around, to), Self.view(around, to))
                    let wanted = Raster(bounds: around)
                    for y in region.y..<region.maxY {
                        for x in region.x..<region.maxX {
                            let nearest = (
                                min(max(x, bounds.x), bounds.maxX - 1), min(max(y, bounds.y), bounds.maxY - 1)
                            )
                            wanted[x, y] = wrap == .clamp ? floats[nearest.0, nearest.1] : floats[x, y]
                        }
                    }
                    if to == .RGBAf { expected.raster?.copy(from: wanted) } else { expected.pack(wanted) }
                    try kernel.run(
                        arguments: KernelArguments(components: [[]]), images: [image], region: region, output: output)
                    for row in around.y..<around.maxY {
                        let (a, b) = (Self.channels(output, row: row), Self.channels(expected, row: row))
                        #expect(a == b, "\(program.name), \(region), row \(row)")
                        if a != b { return }
                    }
                }
            }
        }
    }

    /// The stored channels of a row as bits. All NaNs have the same bits.
    private static func channels(_ view: PixelView, row: Int) -> [UInt32] {
        let count = view.bounds.width * view.format.layout.channelCount
        let start = view.row(row)
        return (0..<count).map { index in
            switch view.format.component {
            case .uint8: UInt32(start.load(fromByteOffset: index, as: UInt8.self))
            case .uint16, .float16: UInt32(start.load(fromByteOffset: 2 * index, as: UInt16.self))
            case .float32:
                start.load(fromByteOffset: 4 * index, as: Float.self).isNaN
                    ? .max : start.load(fromByteOffset: 4 * index, as: UInt32.self)
            }
        }
    }

    /// Writes regions of every width to a part of the output, with rows upwards and downwards and odd row lengths.
    /// Nothing outside the region may change.
    @Test(arguments: [PixelFormat.RGBA8, .RGB8, .R8, .RGBAh, .RGB16, .LA8, .RGBAf, .RGf])
    func writesItsRegionOnly(format: PixelFormat) throws {
        let bounds = PixelRect(x: -5, y: 3, width: 48, height: 4)
        for (width, flipped) in zip(1...40, (1...40).map { $0 % 2 == 0 }) {
            let source = Self.view(bounds, format, padding: 3, flipped: flipped)
            Self.fill(source)
            let memory = TestMemory(byteCount: (bounds.width * format.bytesPerPixel + 5) * bounds.height)
            let output = Self.view(bounds, format, padding: 5, flipped: !flipped, memory: memory)
            let before = UInt8(0xa5)
            memset(memory.base, Int32(before), memory.byteCount)
            let region = PixelRect(x: -3, y: 4, width: width, height: 2)
            let binding = SamplerBinding(pixels: source, extent: bounds.cgRect)
            try KernelComparison.compile(
                try Self.copies()[0], layout: KernelComparison.layout([binding], output: format)
            ).run(arguments: KernelArguments(components: [[]]), images: [binding], region: region, output: output)
            var expected = [UInt8](repeating: before, count: memory.byteCount)
            for y in region.y..<region.maxY {
                let raster = Raster(bounds: PixelRect(x: region.x, y: y, width: region.width, height: 1))
                source.unpack(into: raster)
                let start = output.pixel(region.x, y) - memory.base
                expected.withUnsafeMutableBytes { bytes in
                    guard let base = bytes.baseAddress else { return }
                    if format == .RGBAf {
                        (base + start).copyMemory(from: raster.pixels, byteCount: width * format.bytesPerPixel)
                    } else {
                        format.pack(raster.pixels, count: width, into: base + start)
                    }
                }
            }
            let result = [UInt8](UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount))
            #expect(result == expected, "width \(width)")
        }
    }

    @Test func refusesOtherFormatsThanItsLayouts() throws {
        let bounds = PixelRect(x: 0, y: 0, width: 4, height: 4)
        let image = SamplerBinding(pixels: Self.view(bounds, .RGBA8), extent: bounds.cgRect)
        let compiled = try KernelComparison.compile(
            try Self.copies()[0], layout: KernelComparison.layout([image], output: .RGBA8))
        let arguments = KernelArguments(components: [[]])
        #expect(throws: CompiledKernelError.wrongOutputFormat(kernel: "k")) {
            try compiled.run(arguments: arguments, images: [image], region: bounds, output: Self.view(bounds, .RGB8))
        }
        let output = Self.view(bounds, .RGBA8)
        var other = image
        other.pixels = Self.view(bounds, .BGRA8)
        #expect(throws: CompiledKernelError.wrongImage(kernel: "k", image: 0)) {
            try compiled.run(arguments: arguments, images: [other], region: bounds, output: output)
        }
        other = image
        other.transform = CGAffineTransform(translationX: 0.5, y: 0)
        #expect(throws: CompiledKernelError.wrongImage(kernel: "k", image: 0)) {
            try compiled.run(arguments: arguments, images: [other], region: bounds, output: output)
        }
    }
}

/// Memory that a view keeps alive.
final class TestMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
        self.byteCount = byteCount
        base = .allocate(byteCount: byteCount, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { base.deallocate() }
}
