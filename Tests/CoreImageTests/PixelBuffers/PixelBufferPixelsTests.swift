import CoreImage
import PixelBuffers
import Testing

@Suite("Pixel buffers: values of every format")
struct PixelBufferPixelsTests {
    private static var unmanaged: [CIImageOption: Any] { [.colorSpace: NSNull()] }

    @Test("unmanaged pixels are those that the format's name states", arguments: PixelFact.all)
    func values(fact: PixelFact) throws {
        for (width, height) in [(1, 1), (7, 5), (64, 3), (131, 17)] {
            let buffer = try fact.randomBuffer(width, height, seed: UInt64(width))
            let image = try CIImage(checking: buffer, options: Self.unmanaged)
            #expect(image.extent == CGRect(x: 0, y: 0, width: width, height: height))
            let found = try RenderedPixels(image, image.extent)
            var wrong = 0
            try TestBuffers.rows(buffer) { row, start in
                for x in 0..<width {
                    let expected = fact.value(start + x * fact.bytes)
                    if !isClose(found[x, height - 1 - row], expected, 1e-7) { wrong += 1 }
                }
            }
            #expect(wrong == 0, "\(width) × \(height)")
        }
    }

    @Test("a buffer rendered into another of the same format has the same bytes", arguments: PixelFact.all)
    func roundTrip(fact: PixelFact) throws {
        for (width, height) in [(1, 1), (7, 5), (64, 3), (131, 17)] {
            let buffer = try fact.randomBuffer(width, height, seed: 3)
            let target = try TestBuffers.make(width, height, fact.type)
            try TestBuffers.fill(target) { _, _ in 0xA5 }
            let image = CIImage(cvPixelBuffer: buffer, options: Self.unmanaged)
            try CIContext().renderPixelBuffer(image, to: target, bounds: image.extent, colorSpace: nil)
            let row = width * fact.bytes
            let (expected, found) = (try TestBuffers.bytes(buffer), try TestBuffers.bytes(target))
            for (a, b) in zip(expected, found) {
                #expect(a[..<row] == b[..<row])
                // Nothing is written behind the last pixel.
                #expect(b[row...].allSatisfy { $0 == 0xA5 })
            }
        }
    }

    @Test("memory of the caller with any distance and address is read and written in place", arguments: PixelFact.all)
    func clientMemory(fact: PixelFact) throws {
        let (width, height, offset) = (13, 4, fact.isFloat ? 0 : 1)
        let row = width * fact.bytes + 3 * fact.bytes + offset
        let memory = UnsafeMutableRawPointer.allocate(byteCount: row * height + offset, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0x3C, count: row * height + offset)
        var made: CVPixelBuffer?
        try #require(
            CVPixelBufferCreateWithBytes(nil, width, height, fact.type, memory + offset, row, nil, nil, nil, &made)
                == kCVReturnSuccess)
        let buffer = try #require(made)
        let source = try fact.randomBuffer(width, height, seed: 9)
        try CIContext().renderPixelBuffer(
            CIImage(cvPixelBuffer: source, options: Self.unmanaged), to: buffer, bounds: .infinite, colorSpace: nil)
        for (y, expected) in try TestBuffers.bytes(source).enumerated() {
            let found = UnsafeRawBufferPointer(start: memory + offset + y * row, count: row)
            #expect(Array(found[..<(width * fact.bytes)]) == Array(expected[..<(width * fact.bytes)]))
            if y + 1 < height { #expect(found[(width * fact.bytes)...].allSatisfy { $0 == 0x3C }) }
        }
        let copy = try TestBuffers.make(width, height, fact.type)
        try CIContext().renderPixelBuffer(
            CIImage(cvPixelBuffer: buffer, options: Self.unmanaged), to: copy, bounds: .infinite, colorSpace: nil)
        for (a, b) in zip(try TestBuffers.bytes(copy), try TestBuffers.bytes(source)) {
            #expect(a[..<(width * fact.bytes)] == b[..<(width * fact.bytes)])
        }
    }

    @Test("only the bounds are written, in pixels from the lower left corner", arguments: PixelFact.all)
    func bounds(fact: PixelFact) throws {
        let (width, height) = (20, 10)
        let target = try fact.randomBuffer(width, height, seed: 1)
        let before = try TestBuffers.bytes(target)
        let source = try fact.randomBuffer(width, height, seed: 2)
        let image = CIImage(cvPixelBuffer: source, options: Self.unmanaged)
        let bounds = CGRect(x: 3, y: 2, width: 9, height: 4)
        try CIContext().renderPixelBuffer(image, to: target, bounds: bounds, colorSpace: nil)
        let (after, pixels) = (try TestBuffers.bytes(target), try TestBuffers.bytes(source))
        for row in 0..<height {
            let y = height - 1 - row
            for x in 0..<width {
                let range = x * fact.bytes..<(x + 1) * fact.bytes
                let inside = bounds.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
                #expect(after[row][range] == (inside ? pixels : before)[row][range], "\(x), \(y)")
            }
        }
    }

    @Test("pixels outside of the image are transparent, or black without alpha", arguments: PixelFact.all)
    func outside(fact: PixelFact) throws {
        let target = try fact.randomBuffer(8, 8, seed: 5)
        let image = CIImage(color: .white).cropped(to: CGRect(x: 2, y: 3, width: 1, height: 1))
        try CIContext().renderPixelBuffer(image, to: target)
        let format = try #require(PixelBufferFormat.named(fact.type))
        let white: SIMD4<Float> = format.content == .twoComponents ? [1, 1, 0, 1] : [1, 1, 1, 1]
        try TestBuffers.rows(target) { row, start in
            for x in 0..<8 {
                let expected = (x, 7 - row) == (2, 3) ? white : [0, 0, 0, format.hasAlpha ? 0 : 1]
                #expect(isClose(fact.value(start + x * fact.bytes), expected, 1e-3), "\(x), \(7 - row)")
            }
        }
    }
}
