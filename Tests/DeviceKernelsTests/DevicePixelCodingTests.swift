import DeviceKernels
import KernelTestSupport
import Pixels
import Testing

/// How pixels are accessed, computed as `ChannelCode.Operation` defines it, against formulas.
@Suite struct DevicePixelCodingTests {
    private static func results(_ code: ChannelCode, _ given: SIMD4<UInt32>) throws -> SIMD4<UInt32> {
        try #require(code.results(given: given), "an operation isn't defined for its operands")
    }

    private static func coding(_ format: PixelFormat) throws -> DevicePixelCoding {
        try #require(DevicePixelCoding(format))
    }

    /// The word of each channel, and its place in the word, from the formats' definitions.
    @Test(arguments: [
        (PixelFormat.RGBA8, 1, [0, 0, 0, 0], [0, 8, 16, 24]), (.BGRA8, 1, [0, 0, 0, 0], [16, 8, 0, 24]),
        (.RGBA16, 2, [0, 0, 1, 1], [0, 16, 0, 16]), (.RGBAh, 2, [0, 0, 1, 1], [0, 16, 0, 16]),
        (.RGBAf, 4, [0, 1, 2, 3], [0, 0, 0, 0]),
    ])
    func words(format: PixelFormat, wordCount: Int, words: [Int], places: [UInt32]) throws {
        let coding = try Self.coding(format)
        #expect(coding.wordCount == wordCount && coding.words == words)
        #expect(1 << coding.sizeExponent == format.pixelStride)
        #expect(coding.wordCount * 4 == format.deviceAlignment)
        let mask: UInt32 = wordCount == 4 ? .max : 1 << (32 * UInt32(wordCount) / 4) - 1
        for (channel, place) in places.enumerated() {
            // The bits of the other channels in the word don't matter, and none of them is set.
            let one = ChannelFormulas.stored(1, format.component)
            for others in [0, ~(mask << place)] {
                let loaded = try Self.results(coding.unpacking, SIMD4(repeating: one << place | others))
                #expect(loaded[channel] == Float(1).bitPattern)
            }
            let stored = try Self.results(#require(coding.packing), SIMD4(repeating: Float(1).bitPattern))
            #expect(stored[channel] == one << place)
        }
    }

    @Test(arguments: PixelFormat.forDevices) func unpacking(format: PixelFormat) throws {
        let coding = try Self.coding(format)
        for value in 0..<UInt32(1 << min(16, 8 * format.component.byteCount)) {
            let word = format.component.byteCount == 1 ? value * 0x0101_0101 : value * 0x0001_0001
            let expected = ChannelFormulas.loaded(
                format.component == .float32 ? word : value, format.component)
            let result = try Self.results(coding.unpacking, SIMD4(repeating: word))
            try #require(result == SIMD4(repeating: expected), "\(value)")
        }
    }

    @Test(arguments: [PixelFormat.RGBA8, .RGBA16, .RGBAh, .RGBAf]) func packing(format: PixelFormat) throws {
        let coding = try Self.coding(format)
        // The places of channels in their words.
        let shift = UInt32(8 * format.component.byteCount)
        let shifts = (0..<4).map { UInt32($0) * shift % 32 }
        let numbers = ChannelFormulas.numbers(format.component)
        // A third of them. Tests of generated code store all.
        for start in stride(from: 0, to: numbers.count - 3, by: 12) {
            let given = numbers[start..<start + 4]
            let result = try Self.results(#require(coding.packing), SIMD4(given.map(\.bitPattern)))
            let expected = SIMD4(
                zip(given, shifts).map { ChannelFormulas.stored($0, format.component) << $1 })
            try #require(result == expected, "\(given)")
        }
    }

    /// Every stored value of formats with one or two channels, whatever the other bits of the word are.
    @Test(arguments: [PixelFormat.R8, .R16, .Rh, .RG8, .RG16, .RGh]) func reading(format: PixelFormat) throws {
        let coding = try Self.coding(format)
        #expect(coding.packing == nil && !coding.hasAlpha && coding.wordCount == 1)
        #expect(1 << coding.sizeExponent == format.pixelStride && format.pixelStride == format.deviceAlignment)
        let (bits, count) = (UInt32(8 * format.component.byteCount), format.layout.channelCount)
        let others = UInt32(truncatingIfNeeded: UInt64(UInt32.max) << (UInt64(bits) * UInt64(count)))
        for value in 0..<UInt32(1 << bits) {
            let second = count == 1 ? 0 : (value &* 3 &+ 77) & (1 << bits - 1)
            let expected = SIMD4(
                ChannelFormulas.loaded(value, format.component),
                count == 1 ? 0 : ChannelFormulas.loaded(second, format.component), 0, Float(1).bitPattern)
            let pixel = value | (count == 1 ? 0 : second << bits)
            for word in [pixel, pixel | others] {
                let result = try Self.results(coding.unpacking, SIMD4(repeating: word))
                try #require(result == expected, "\(value)")
            }
        }
    }

    @Test func otherFormats() {
        #expect(PixelFormat.forDevices == [.RGBA8, .RGBA16, .RGBAh, .RGBAf, .BGRA8])
        let read = PixelFormat.readByDevices.filter { !$0.isForDevices }
        #expect(read == [.R8, .R16, .Rh, .RG8, .RG16, .RGh])
        #expect(DevicePixelCoding(.planarRGBf) == nil)
        var planar = PixelFormat.RGBAf
        planar.isPlanar = true
        #expect(DevicePixelCoding(planar) == nil)
    }
}
