import Foundation
import Pixels
import Testing

@testable import ImageFiles

/// JPEG files that are decoded at a half, a quarter and an eighth. The oracle is the mean of the blocks of the picture
/// that is decoded in full.
@Suite("Reduced JPEG")
struct ReducedJPEGTests {
    /// Colours that change by up to three codes from pixel to pixel, without a period.
    @Sendable private static func smooth(_ x: Int, _ y: Int, _ c: Int) -> UInt8 {
        let wave = sin(Double(x) * 0.07 + Double(c)) + cos(Double(y) * 0.06 + Double(x) * 0.03)
        return UInt8(128 + 40 * wave)
    }

    private static func source(_ data: Data, reductions: Bool = true) throws -> DecodedImageSource {
        try #require(try ImageFileReader.open(data: data, offersReductions: reductions) as? DecodedImageSource)
    }

    private static func pixels(_ source: any PixelSource) throws -> Raster {
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: source.width, height: source.height))
        try source.read(into: raster)
        return raster
    }

    @Test("sizes are rounded up, and incomplete blocks are to the right and at the bottom")
    func sizes() throws {
        let source = try Self.source(TestJPEG(width: 37, height: 27).data)
        let found = source.reductions.map { [$0.width, $0.height, Int($0.bottom), Int($0.horizontalFactor)] }
        #expect(found == [[19, 14, -1, 2], [10, 7, -1, 4], [5, 4, -5, 8]])
        #expect(source.reductions.allSatisfy { $0.left == 0 && $0.verticalFactor == $0.horizontalFactor })
        #expect(try Self.source(TestJPEG(width: 5, height: 300).data).reductions.map(\.width) == [3, 2])
        #expect(try Self.source(TestJPEG(width: 37, height: 27).data, reductions: false).reductions.isEmpty)
        let reduction = source.reductions[0]
        #expect(source.reduced(by: reduction) === source.reduced(by: reduction))
        #expect((source.reduced(by: reduction) as? any ReducibleSource)?.reductions == [])
    }

    @Test("pixels are the means of blocks", arguments: TestJPEG.kinds.map(\.name))
    func means(kind: String) throws {
        var file = try #require(TestJPEG.kinds.first { $0.name == kind }).file
        (file.pattern, file.quality) = (Self.smooth, 98)
        if kind.contains("4") || kind.contains("K") { (file.width, file.height) = (203, 155) }
        let source = try Self.source(file.data)
        // Colours that are sampled unevenly aren't reduced.
        let isEven = !["4:2:2", "4:4:0", "4:1:1"].contains(kind)
        #expect(source.reductions.isEmpty == !(isEven && min(file.width, file.height) > 1))
        let full = try Self.pixels(source)
        for reduction in source.reductions {
            let side = Int(reduction.horizontalFactor)
            let reduced = source.reduced(by: reduction)
            #expect((reduced.width, reduced.height) == (reduction.width, reduction.height))
            #expect(reduced.colorSpace == source.colorSpace && reduced.alphaState == source.alphaState)
            let pixels = try Self.pixels(reduced)
            var (worst, sum, count) = (Float.zero, Float.zero, 0)
            for row in 0..<source.height / side {
                for column in 0..<source.width / side {
                    var mean = SIMD4<Float>.zero
                    for y in 0..<side {
                        for x in 0..<side { mean += full[column * side + x, source.height - 1 - row * side - y] }
                    }
                    let error = pixels[column, reduction.height - 1 - row] - mean / Float(side * side)
                    let size = max(error.max(), -error.min())
                    (worst, sum, count) = (max(worst, size), sum + size, count + 1)
                }
            }
            // Rounding, the filter of chroma in the full picture, and what a block's few values can't express.
            #expect(worst <= 5 / 255, "1/\(side): \(worst * 255)")
            #expect(sum / Float(max(1, count)) <= 2 / 255, "1/\(side): \(sum / Float(max(1, count)) * 255)")
        }
    }

    @Test("the memory counts the coefficients of pictures with several scans")
    func memory() throws {
        for (name, file) in TestJPEG.kinds where name == "4:2:0" || name.contains("progressive") {
            var file = file
            (file.width, file.height) = (203, 155)
            let source = try Self.source(file.data)
            let memory = source.reductions.map(source.decodingMemory)
            let pixels = [102 * 78, 51 * 39, 26 * 20].map { $0 * file.components }
            let coefficients = name == "4:2:0" ? 0 : 203 * 155 * file.components * 2
            #expect(memory == pixels.map { $0 + coefficients }, "\(name)")
        }
    }

    @Test("reading by strips gives the same pixels") func strips() throws {
        let file = TestJPEG(width: 203, height: 155, pattern: Self.smooth)
        for reduction in try Self.source(file.data).reductions {
            let reduced = try Self.source(file.data).reduced(by: reduction)
            let whole = try Self.pixels(reduced)
            let other = try Self.source(file.data).reduced(by: reduction)
            let reader = try #require(try other.makeStripReader(stripHeight: 7))
            for top in stride(from: other.height, to: 0, by: -7) {
                let rows = max(0, top - 7)..<top
                let view = try reader.read(rows: rows)
                for y in rows {
                    for x in 0..<other.width {
                        let bytes = UnsafeRawBufferPointer(start: view.pixel(x, y), count: 3)
                        let expected = whole[x, y]
                        #expect((0..<3).allSatisfy { Float(bytes[$0]) / 255 == expected[$0] })
                    }
                }
            }
        }
    }

    @Test("a file that was replaced by one of another size fails") func replaced() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reduced-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("picture.jpg")
        try TestJPEG(width: 200, height: 100).data.write(to: url)
        let source = try #require(try ImageFileReader.open(url: url, offersReductions: true) as? any ReducibleSource)
        let reduced = source.reduced(by: source.reductions[1])
        try TestJPEG(width: 2000, height: 100).data.write(to: url)
        for source in [source, reduced] {
            let error = #expect(throws: ImageFileError.self) { _ = try Self.pixels(source) }
            #expect("\(error as Any)".contains("picture.jpg"))
        }
    }
}
