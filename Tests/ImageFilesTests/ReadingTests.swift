import Foundation
import ImageFiles
import Pixels
import Synchronization
import TestSupport
import Testing

@Suite("Reading")
struct ReadingTests {
    @Test("Any region reads as the same part of the whole")
    func regions() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let file = folder.appendingPathComponent("picture.png")
            let picture = SampleFiles.bytes(33, 21, .rgba, space: SampleFiles.sRGB) { x, y, c in
                UInt8((x * 9 + y * 5 + c * 70) & 255)
            }
            try ImageFileWriter.write(picture, to: file, as: .png)
            let source = try ImageFileReader.open(url: file)
            let whole = try SampleFiles.pixels(source)
            for region in [
                PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 32, y: 20, width: 1, height: 1),
                PixelRect(x: 5, y: 3, width: 20, height: 11),
            ] {
                let part = Raster(bounds: region)
                try source.read(into: part)
                for y in region.y..<region.maxY {
                    for x in region.x..<region.maxX { #expect(part[x, y] == whole[x, y]) }
                }
            }
        }
    }

    @Test("Many threads read one source")
    func threads() async throws {
        let picture = SampleFiles.bytes(64, 64, .rgb, space: SampleFiles.sRGB) { x, y, c in UInt8(x * 3 + c) }
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(picture, as: .png))
        try await withThrowingTaskGroup(of: SIMD4<Float>.self) { group in
            for y in 0..<32 {
                group.addTask {
                    let raster = Raster(bounds: PixelRect(x: 10, y: y, width: 1, height: 1))
                    try source.read(into: raster)
                    return raster[10, y]
                }
            }
            for try await pixel in group { #expect(pixel == SIMD4<Float>(30, 31, 32, 255) / 255) }
        }
    }

    @Test("A file name that ends in a bracket is a file name")
    func bracket() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let file = folder.appendingPathComponent("picture.png[access=random]")
            try ImageFileWriter.write(SampleFiles.bytes(3, 2, .rgb, space: nil) { _, _, _ in 9 }, to: file, as: .png)
            #expect(try ImageFileReader.open(url: file).width == 3)
        }
    }

    @Test("SVG files are drawn")
    func svg() throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="#ff0000"/></svg>
            """
        let source = try ImageFileReader.open(data: Data(text.utf8))
        #expect(source.format == .svg)
        #expect((source.width, source.height) == (4, 2))
        #expect(try SampleFiles.pixels(source)[1, 1] == SIMD4(1, 0, 0, 1))
    }

    @Test("Strips come in order, cover every row once and stay small")
    func strips() throws {
        let calls = Mutex<[PixelRect]>([])
        let picture = EncodedPicture(width: 2000, height: 3000, pixelFormat: .RGB8, colorSpace: nil) {
            strip, buffer, row in
            calls.withLock { $0.append(strip) }
            for y in 0..<strip.height { memset(buffer + y * row, Int32(strip.y & 255), strip.width * 3) }
        }
        _ = try ImageFileWriter.encode(picture, as: .jpeg)
        let strips = calls.withLock { $0 }
        var next = 0
        for strip in strips {
            #expect(strip.x == 0 && strip.width == 2000 && strip.y == next)
            #expect(strip.height <= 1024)
            next = strip.maxY
        }
        #expect(next == 3000)
    }

    @Test("CMYK inks become sRGB")
    func inks() throws {
        // An uncompressed one-pixel CMYK TIFF, little-endian, written by hand: cyan 255, the rest 0.
        var b: [UInt8] = [0x49, 0x49, 42, 0, 12, 0, 0, 0, 255, 0, 0, 0]
        func entry(_ tag: UInt16, _ type: UInt16, _ count: UInt32, _ value: UInt32) {
            for v in [tag, type] { b += [UInt8(v & 255), UInt8(v >> 8)] }
            for v in [count, value] { b += (0..<4).map { UInt8(v >> ($0 * 8) & 255) } }
        }
        b += [10, 0]
        let bitsOffset: UInt32 = 12 + 2 + 10 * 12 + 4
        entry(256, 3, 1, 1)
        entry(257, 3, 1, 1)
        entry(258, 3, 4, bitsOffset)
        entry(259, 3, 1, 1)
        entry(262, 3, 1, 5)
        entry(273, 4, 1, 8)
        entry(277, 3, 1, 4)
        entry(278, 3, 1, 1)
        entry(279, 4, 1, 4)
        entry(284, 3, 1, 1)
        b += [0, 0, 0, 0, 8, 0, 8, 0, 8, 0, 8, 0]
        let source = try ImageFileReader.open(data: Data(b))
        #expect(source.properties[kCGImagePropertyColorModel] as? String == "CMYK")
        #expect(source.colorSpace == SampleFiles.sRGB)
        let pixel = try SampleFiles.pixels(source)[0, 0]
        // Without a profile, r = (1 − c)(1 − k) and so on.
        #expect(pixel == SIMD4(0, 1, 1, 1))
    }
}
