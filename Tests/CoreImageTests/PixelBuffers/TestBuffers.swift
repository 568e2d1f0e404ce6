import CoreImage
import PixelBuffers
import TestSupport
import Testing

/// Pixel buffers with known bytes, and their bytes read back.
enum TestBuffers {
    static func make(_ width: Int, _ height: Int, _ type: OSType, _ attributes: CFDictionary? = nil) throws
        -> CVPixelBuffer
    {
        var buffer: CVPixelBuffer?
        try #require(
            CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, attributes, &buffer) == kCVReturnSuccess)
        return try #require(buffer)
    }

    /// Calls `body` with the address of every row, the top one first.
    static func rows(_ buffer: CVPixelBuffer, _ body: (_ row: Int, UnsafeMutableRawPointer) -> Void) throws {
        try #require(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        for row in 0..<CVPixelBufferGetHeight(buffer) { body(row, base + row * CVPixelBufferGetBytesPerRow(buffer)) }
    }

    /// Sets all bytes of rows, with those behind the last pixel.
    static func fill(_ buffer: CVPixelBuffer, _ byte: (_ row: Int, _ offset: Int) -> UInt8) throws {
        try rows(buffer) { row, start in
            for i in 0..<CVPixelBufferGetBytesPerRow(buffer) {
                start.storeBytes(of: byte(row, i), toByteOffset: i, as: UInt8.self)
            }
        }
    }

    /// All bytes of all rows, with those behind the last pixel.
    static func bytes(_ buffer: CVPixelBuffer) throws -> [[UInt8]] {
        var result: [[UInt8]] = []
        try rows(buffer) { _, start in
            result.append(Array(UnsafeRawBufferPointer(start: start, count: CVPixelBufferGetBytesPerRow(buffer))))
        }
        return result
    }
}

/// How a pixel of a format is read, written down from the format's name.
struct PixelFact: Sendable, CustomTestStringConvertible {
    let type: OSType
    let bytes: Int
    /// Red, green, blue and alpha of a pixel's bytes.
    let value: @Sendable (UnsafeRawPointer) -> SIMD4<Float>
    var isFloat = false

    var testDescription: String { PixelBufferFormat.description(of: type) }

    private static func byte(_ pixel: UnsafeRawPointer, _ i: Int) -> Float {
        Float(pixel.load(fromByteOffset: i, as: UInt8.self)) / 255
    }
    private static func short(_ pixel: UnsafeRawPointer, _ i: Int) -> Float {
        Float(pixel.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self)) / 65535
    }
    private static func bigShort(_ pixel: UnsafeRawPointer, _ i: Int) -> Float {
        Float(pixel.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self).byteSwapped) / 65535
    }
    private static func half(_ pixel: UnsafeRawPointer, _ i: Int) -> Float {
        Float(pixel.loadUnaligned(fromByteOffset: 2 * i, as: Float16.self))
    }
    private static func float(_ pixel: UnsafeRawPointer, _ i: Int) -> Float {
        pixel.loadUnaligned(fromByteOffset: 4 * i, as: Float.self)
    }

    static let all: [PixelFact] = [
        PixelFact(type: kCVPixelFormatType_24RGB, bytes: 3) { [byte($0, 0), byte($0, 1), byte($0, 2), 1] },
        PixelFact(type: kCVPixelFormatType_24BGR, bytes: 3) { [byte($0, 2), byte($0, 1), byte($0, 0), 1] },
        PixelFact(type: kCVPixelFormatType_32ARGB, bytes: 4) { [byte($0, 1), byte($0, 2), byte($0, 3), byte($0, 0)] },
        PixelFact(type: kCVPixelFormatType_32BGRA, bytes: 4) { [byte($0, 2), byte($0, 1), byte($0, 0), byte($0, 3)] },
        PixelFact(type: kCVPixelFormatType_32ABGR, bytes: 4) { [byte($0, 3), byte($0, 2), byte($0, 1), byte($0, 0)] },
        PixelFact(type: kCVPixelFormatType_32RGBA, bytes: 4) { [byte($0, 0), byte($0, 1), byte($0, 2), byte($0, 3)] },
        PixelFact(type: kCVPixelFormatType_64ARGB, bytes: 8) {
            [bigShort($0, 1), bigShort($0, 2), bigShort($0, 3), bigShort($0, 0)]
        },
        PixelFact(type: kCVPixelFormatType_64RGBALE, bytes: 8) {
            [short($0, 0), short($0, 1), short($0, 2), short($0, 3)]
        },
        PixelFact(
            type: kCVPixelFormatType_64RGBAHalf, bytes: 8,
            value: { [half($0, 0), half($0, 1), half($0, 2), half($0, 3)] }, isFloat: true),
        PixelFact(
            type: kCVPixelFormatType_128RGBAFloat, bytes: 16,
            value: { [float($0, 0), float($0, 1), float($0, 2), float($0, 3)] }, isFloat: true),
        PixelFact(type: kCVPixelFormatType_OneComponent8, bytes: 1) { gray(byte($0, 0)) },
        PixelFact(type: kCVPixelFormatType_OneComponent16, bytes: 2) { gray(short($0, 0)) },
        PixelFact(type: kCVPixelFormatType_OneComponent16Half, bytes: 2, value: { gray(half($0, 0)) }, isFloat: true),
        PixelFact(type: kCVPixelFormatType_OneComponent32Float, bytes: 4, value: { gray(float($0, 0)) }, isFloat: true),
        PixelFact(type: kCVPixelFormatType_TwoComponent8, bytes: 2) { [byte($0, 0), byte($0, 1), 0, 1] },
        PixelFact(type: kCVPixelFormatType_TwoComponent16, bytes: 4) { [short($0, 0), short($0, 1), 0, 1] },
        PixelFact(
            type: kCVPixelFormatType_TwoComponent16Half, bytes: 4, value: { [half($0, 0), half($0, 1), 0, 1] },
            isFloat: true),
        PixelFact(
            type: kCVPixelFormatType_TwoComponent32Float, bytes: 8, value: { [float($0, 0), float($0, 1), 0, 1] },
            isFloat: true),
        PixelFact(type: kCVPixelFormatType_DisparityFloat16, bytes: 2, value: { gray(half($0, 0)) }, isFloat: true),
        PixelFact(type: kCVPixelFormatType_DisparityFloat32, bytes: 4, value: { gray(float($0, 0)) }, isFloat: true),
        PixelFact(type: kCVPixelFormatType_DepthFloat16, bytes: 2, value: { gray(half($0, 0)) }, isFloat: true),
        PixelFact(type: kCVPixelFormatType_DepthFloat32, bytes: 4, value: { gray(float($0, 0)) }, isFloat: true),
    ]

    private static func gray(_ value: Float) -> SIMD4<Float> { [value, value, value, 1] }

    /// Returns a buffer of random pixels: any integers, or floats from −8 to 8 that halfs represent.
    func randomBuffer(_ width: Int, _ height: Int, seed: UInt64) throws -> CVPixelBuffer {
        var random = SeededGenerator(seed: seed)
        let buffer = try TestBuffers.make(width, height, type)
        let isHalf = PixelBufferFormat.named(type)?.bits == 16
        try TestBuffers.rows(buffer) { _, start in
            let count = CVPixelBufferGetBytesPerRow(buffer)
            if !isFloat {
                for i in 0..<count { start.storeBytes(of: UInt8(random.below(256)), toByteOffset: i, as: UInt8.self) }
            } else if isHalf {
                for i in 0..<count / 2 {
                    start.storeBytes(of: Float16(random.number(-8...8)), toByteOffset: 2 * i, as: Float16.self)
                }
            } else {
                for i in 0..<count / 4 {
                    start.storeBytes(of: random.number(-8...8), toByteOffset: 4 * i, as: Float.self)
                }
            }
        }
        return buffer
    }
}
