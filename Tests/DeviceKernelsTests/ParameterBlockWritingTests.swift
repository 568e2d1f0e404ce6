import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Testing

@Suite struct ParameterBlockWritingTests {
    /// Reads the fields of a block at the offsets that `ParameterBlockLayoutTests` lists.
    private struct Block {
        var bytes: [UInt8]
        func integer(_ offset: Int) -> Int {
            Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int64.self) })
        }
        func double(_ offset: Int) -> Double {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Double.self) }
        }
        func float(_ offset: Int) -> Float {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Float.self) }
        }
    }

    /// A raster of 10 × 6 pixels at (−4, 3) under an extent that is one pixel smaller on each side.
    private static func image(
        wrap: WrapMode = .clamp, transform: CGAffineTransform = .identity
    ) -> SamplerBinding {
        SamplerBinding(
            raster: Raster(bounds: PixelRect(x: -4, y: 3, width: 10, height: 6)),
            extent: CGRect(x: -3, y: 4, width: 8, height: 4), transform: transform, interpolation: .linear, wrap: wrap)
    }

    private static func call() -> DeviceKernelCall {
        let first = image()
        let second = image(
            wrap: .transparent, transform: CGAffineTransform(a: 2, b: 0.5, c: -0.25, d: 3, tx: 7, ty: -9))
        let pixels = DevicePixels(
            bounds: first.pixels.bounds, format: .RGBAf, address: 0x10_0000_0000, bytesPerRow: 256)
        return DeviceKernelCall(
            arguments: KernelArguments(components: [[], [1.5], [-7.9], [2], [3, 4], []]), images: [first, second],
            pixels: [pixels, pixels], region: PixelRect(x: 11, y: -20, width: 30, height: 40),
            output: DevicePixels(
                bounds: PixelRect(x: 10, y: -22, width: 40, height: 50), format: .RGBAf, address: 0x20_0000_0000,
                bytesPerRow: -1024),
            stepBudget: 1234, fault: 0x30_0000_0000)
    }

    private static func layout(_ program: Program) -> KernelLayout {
        KernelLayout(images: [ImageLayout(wrap: .clamp), ImageLayout()], output: .RGBAf)
    }

    private static func block(_ call: DeviceKernelCall) throws -> Block {
        let program = try TestPrograms.twoImages()
        let layout = ParameterBlockLayout(program)
        var bytes = [UInt8](repeating: 0xaa, count: layout.byteCount)
        try bytes.withUnsafeMutableBytes {
            try layout.write(call, of: program, layout: Self.layout(program), address: 0x40_0000_0000, to: $0)
        }
        return Block(bytes: bytes)
    }

    @Test("The fields of every kernel")
    func fields() throws {
        let block = try Self.block(Self.call())
        #expect((block.integer(0), block.integer(8)) == (0, 0))
        #expect([16, 24, 32, 40].map(block.integer) == [11, -20, 30, 40])
        // Pixel (11, −20) is one column and two rows after the first pixel.
        #expect(block.integer(48) == 0x20_0000_0000 + 16 - 2048)
        #expect([56, 64, 72, 80].map(block.integer) == [-1024, 16, 1234, 0x30_0000_0000])
    }

    @Test("Arguments are converted as the language defines, and attributes are those of the images")
    func inputs() throws {
        let block = try Self.block(Self.call())
        #expect(block.float(88) == 1.5)
        #expect(block.integer(96) == 0xffff_fff9)  // −7 in four bytes
        #expect(block.integer(104) == 1)
        #expect(block.float(112) == 4)
        // Width 8 of the extent; with the second image's transform, that of the box around the extent in working space.
        #expect(block.float(120) == 8)
        let box = CGRect(x: -3, y: 4, width: 8, height: 4)
            .applying(CGAffineTransform(a: 2, b: 0.5, c: -0.25, d: 3, tx: 7, ty: -9).inverted())
        #expect(block.float(128) == Float(box.width))
        // The translation to sampler space: (0 − −3) / 8.
        #expect(block.float(136) == 0.375)
    }

    @Test("The fields of images")
    func images() throws {
        let block = try Self.block(Self.call())
        // The first readable pixel, (−3, 4), is one column and one row after the first pixel.
        #expect(block.integer(144) == 0x10_0000_0000 + 16 + 256)
        #expect([152, 160, 168, 176].map(block.integer) == [256, 16, 8, 4])
        #expect([184, 192, 200, 208].map(block.integer) == [0, 7, 0, 3])
        #expect([216, 224].map(block.integer) == [3, -4])
        #expect([232, 240, 248, 256, 264, 272].map(block.double) == [1, 0, 0, 1, 0, 0])
        #expect([280, 288, 296, 304].map(block.double) == [8, 4, -3, 4])
        // Clamped to the centres of the edge pixels. The base subtracts the first pixel's centre, and adds 1/1024.
        #expect([312, 320].map(block.double) == [-2.5, 4.5])
        #expect(block.double(328) == 0x1.8p30 + 2.5 + 1.0 / 1024)
        #expect([336, 344].map(block.double) == [4.5, 7.5])
        #expect(block.double(352) == 0x1.8p30 - 4.5 + 1.0 / 1024)
        #expect([360, 368].map(block.integer) == [1, 1])
        // The second image has another transform, and is transparent outside.
        #expect([464, 472, 480, 488, 496, 504].map(block.double) == [2, 0.5, -0.25, 3, 7, -9])
        #expect([544, 552].map(block.double) == [-4.5, 6.5])
        #expect([592, 600].map(block.integer) == [0, 0])
    }

    @Test("An image without readable pixels reads the block's zeros")
    func nothingReadable() throws {
        var call = Self.call()
        call.images[0].extent = CGRect(x: 100, y: 100, width: 5, height: 5)
        call.pixels[0] = DevicePixels(bounds: .empty, format: .RGBAf, address: 3, bytesPerRow: 5)
        let block = try Self.block(call)
        #expect([144, 152, 160, 168, 176].map(block.integer) == [0x40_0000_0000, 0, 16, 0, 0])
    }

    @Test("Budgets fit 31 bits")
    func budgets() throws {
        var call = Self.call()
        call.stepBudget = .max
        #expect(try Self.block(call).integer(72) == 0x7fff_ffff)
        call.stepBudget = -1
        #expect(try Self.block(call).integer(72) == 0)
    }

    @Test("Calls that don't fit are refused with a reason")
    func refusals() throws {
        func expect(
            _ error: DeviceKernelError, location: SourceLocation = #_sourceLocation,
            _ change: (inout DeviceKernelCall) -> Void
        ) {
            var call = Self.call()
            change(&call)
            #expect(throws: error, sourceLocation: location) { try Self.block(call) }
        }
        expect(.wrongOutputFormat(kernel: "twoImages")) { $0.output.format = .RGBAh }
        expect(.wrongImage(kernel: "twoImages", image: 0)) { $0.images[0].wrap = .transparent }
        expect(.wrongImage(kernel: "twoImages", image: 1)) { $0.images[1].interpolation = .nearest }
        expect(.wrongImage(kernel: "twoImages", image: 1)) { $0.pixels[1].format = .RGBAh }
        expect(.wrongPixels(kernel: "twoImages", what: "image 1")) { $0.pixels[1].address += 8 }
        expect(.wrongPixels(kernel: "twoImages", what: "image 0")) { $0.pixels[0].bytesPerRow = 168 }
        expect(.wrongPixels(kernel: "twoImages", what: "image 0")) { $0.pixels[0].bounds.width = 8 }
        expect(.wrongPixels(kernel: "twoImages", what: "the result")) { $0.output.address += 4 }
        expect(.wrongPixels(kernel: "twoImages", what: "the result")) { $0.region.width = 0 }
        expect(.regionTooLarge(kernel: "twoImages", limit: 0xffff_fffe)) {
            $0.region = PixelRect(x: 0, y: 0, width: 1 << 16, height: 1 << 16)
            $0.output.bounds = $0.region
        }
        expect(.imageTooLarge(kernel: "twoImages", image: 0)) {
            let row = PixelRect(x: 0, y: 0, width: 1 << 29, height: 1)
            let pixels = $0.images[0].pixels
            // Nothing reads the pixels.
            $0.images[0].pixels = PixelView(
                bounds: row, format: .RGBAf, base: pixels.base, bytesPerRow: 16, keeping: nil)
            $0.images[0].extent = row.cgRect
        }
        var call = Self.call()
        call.pixels.removeLast()
        #expect(throws: KernelRunError.countMismatch(kernel: "twoImages", what: "images", expected: 2, given: 1)) {
            try Self.block(call)
        }
        call = Self.call()
        call.arguments.components[4] = [1]
        #expect(
            throws: KernelRunError.argumentMismatch(kernel: "twoImages", parameter: "v", expected: 2, given: 1)
        ) { try Self.block(call) }
        call = Self.call()
        call.region.x = 0
        #expect(throws: KernelRunError.regionOutsideOutput(kernel: "twoImages")) { try Self.block(call) }
    }
}
