import PixelBuffers
import Pixels
import Testing

@Suite("Extended pixels")
struct ExtendedPixelsTests {
    private static var attributes: CFDictionary {
        [
            kCVPixelBufferExtendedPixelsLeftKey: 3, kCVPixelBufferExtendedPixelsRightKey: 5,
            kCVPixelBufferExtendedPixelsTopKey: 2, kCVPixelBufferExtendedPixelsBottomKey: 4,
        ]
    }

    @Test("the numbers are those of the attributes, and rows stay aligned")
    func numbers() throws {
        let buffer = try Buffers.make(9, 6, kCVPixelFormatType_32BGRA, Self.attributes)
        var (left, right, top, bottom) = (0, 0, 0, 0)
        CVPixelBufferGetExtendedPixels(buffer, &left, &right, &top, &bottom)
        #expect((left, right, top, bottom) == (3, 5, 2, 4))
        CVPixelBufferGetExtendedPixels(buffer, nil, nil, nil, nil)
        try Buffers.locked(buffer) {
            #expect(Int(bitPattern: CVPixelBufferGetBaseAddress(buffer)) % 64 == 0)
        }
    }

    @Test("every plane's edges are repeated, for all kinds of formats")
    func filling() throws {
        for fact in FormatFact.all where fact.planes[0].pixels == 1 {
            let buffer = try Buffers.make(9, 6, fact.type, Self.attributes)
            try Buffers.locked(buffer) {
                for (index, plane) in fact.planes.enumerated() {
                    let isPlanar = CVPixelBufferIsPlanar(buffer)
                    let base = try #require(
                        isPlanar
                            ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer))
                    let row =
                        isPlanar
                        ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
                    let (width, height) = (
                        (9 + plane.horizontal - 1) / plane.horizontal, (6 + plane.vertical - 1) / plane.vertical
                    )
                    func value(_ x: Int, _ y: Int, _ byte: Int) -> UInt8 {
                        UInt8(truncatingIfNeeded: x * 37 + y * 101 + byte * 7 + index)
                    }
                    for y in 0..<height {
                        for x in 0..<width {
                            for byte in 0..<plane.bytes {
                                base.storeBytes(
                                    of: value(x, y, byte), toByteOffset: y * row + x * plane.bytes + byte,
                                    as: UInt8.self)
                            }
                        }
                    }
                    #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
                    func ceiling(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
                    let (h, v) = (plane.horizontal, plane.vertical)
                    var wrong = 0
                    for y in -ceiling(2, v)..<height + ceiling(4, v) {
                        for x in -ceiling(3, h)..<width + ceiling(5, h) {
                            for byte in 0..<plane.bytes {
                                let expected = value(min(max(x, 0), width - 1), min(max(y, 0), height - 1), byte)
                                let stored = base.load(
                                    fromByteOffset: y * row + x * plane.bytes + byte, as: UInt8.self)
                                if stored != expected { wrong += 1 }
                            }
                        }
                    }
                    #expect(wrong == 0, "\(fact.testDescription), plane \(index)")
                }
            }
        }
    }

    @Test("pairs of luma repeat the pixel on the edge, also for odd widths")
    func pairs() throws {
        for width in [4, 5] {
            let buffer = try Buffers.make(
                width, 1, kCVPixelFormatType_422YpCbCr8,
                [kCVPixelBufferExtendedPixelsLeftKey: 2, kCVPixelBufferExtendedPixelsRightKey: 3])
            try Buffers.locked(buffer) {
                let row = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
                let blocks = (width + 1) / 2
                for i in 0..<blocks * 4 { row[i] = UInt8(10 + i) }
                CVPixelBufferFillExtendedPixels(buffer)
                // Cb, luma, Cr, luma: the first luma is byte 1 of the first block.
                #expect((row[-4], row[-3], row[-2], row[-1]) == (10, 11, 12, 11))
                let last = (blocks - 1) * 4
                let edge = width.isMultiple(of: 2) ? UInt8(10 + last + 3) : UInt8(10 + last + 1)
                #expect(row[last + 3] == edge)
                #expect((row[last + 5], row[last + 7]) == (edge, edge))
                #expect((row[last + 4], row[last + 6]) == (UInt8(10 + last), UInt8(12 + last)))
            }
        }
    }
}
