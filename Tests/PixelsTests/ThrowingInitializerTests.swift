import Foundation
import Pixels
import Testing

@Suite("Throwing initializers of colours, spaces and providers")
struct ThrowingInitializerTests {
    @Test("a space by name") func names() throws {
        #expect(try CGColorSpace(checkingName: CGColorSpace.displayP3) == CGColorSpace(name: CGColorSpace.displayP3))
        let error = #expect(throws: ColorSpaceError.unknownName("sRGB")) { try CGColorSpace(checkingName: "sRGB") }
        let text = try #require(error).description
        #expect(text.contains("“sRGB”") && text.contains("CGColorSpace.supportedNames"))
        #expect(CGColorSpace(name: "sRGB") == nil)
    }

    @Test("a space by profile") func profiles() throws {
        let data = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998)?.copyICCData())
        #expect(try CGColorSpace(checkingICCData: data).name == CGColorSpace.adobeRGB1998)
        let cases: [(Data, String)] = [
            (Data(count: 100), "100 bytes"), (Data(count: 200), "header"),
            // An abstract profile's pixels: a colour model of four letters that pixels can't have, at byte 16.
            (data.prefix(16) + Data("HSV ".utf8) + data.dropFirst(20), "supported kinds"),
        ]
        for (bytes, expected) in cases {
            let error = #expect(throws: ColorSpaceError.self) { try CGColorSpace(checkingICCData: bytes) }
            let text = try #require(error).description
            #expect(text.contains(expected), "\(text)")
            #expect(CGColorSpace(iccData: bytes) == nil)
        }
    }

    @Test("a colour by components") func colors() throws {
        let space = try CGColorSpace(checkingName: CGColorSpace.sRGB)
        let numbers: [CGFloat] = [0.1, 0.2, 0.3, 1]
        #expect(try CGColor(checkingColorSpace: space, components: numbers).components == numbers)
        #expect(
            throws: ColorSpaceError.wrongComponentCount(space: "kCGColorSpaceSRGB", expected: 4, given: 3)
        ) { try CGColor(checkingColorSpace: space, components: [0.1, 0.2, 0.3]) }
        #expect(CGColor(colorSpace: space, components: [0.1, 0.2, 0.3] as [CGFloat]) == nil)
    }

    @Test("a provider of a file, and of memory") func providers() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("provider-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let missing = #expect(throws: BitmapError.self) { try CGDataProvider(loading: file) }
        #expect(try #require(missing).description.contains(file.path))
        #expect(CGDataProvider(url: file) == nil)
        try Data([1, 2, 3]).write(to: file)
        #expect(try CGDataProvider(loading: file).data == Data([1, 2, 3]))
        var byte: UInt8 = 7
        try withUnsafeMutableBytes(of: &byte) { memory in
            let address = try #require(memory.baseAddress)
            #expect(throws: BitmapError.negativeLength(-1)) {
                try CGDataProvider(checkingDataInfo: nil, data: address, size: -1) { _, _, _ in
                    Issue.record("memory that isn't used was released")
                }
            }
        }
    }
}
