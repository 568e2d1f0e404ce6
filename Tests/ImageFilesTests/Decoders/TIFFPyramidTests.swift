import Foundation
import Pixels
import Testing

@testable import ImageFiles

/// Smaller versions in TIFF files. The oracle is the formula that the file is made from.
@Suite("TIFF pyramids")
struct TIFFPyramidTests {
    /// Calls `body` with the source of a file.
    private func opened(_ data: Data, _ body: (DecodedImageSource) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("pyramid-\(UUID().uuidString).tif")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(try #require(try ImageFileReader.open(url: url, offersReductions: true) as? DecodedImageSource))
    }

    private func check(_ pyramid: TestPyramid, _ source: DecodedImageSource) throws {
        for reduction in source.reductions {
            let factor = Int(reduction.horizontalFactor)
            let reduced = source.reduced(by: reduction)
            #expect((reduced.width, reduced.height) == (reduction.width, reduction.height))
            let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: reduced.width, height: reduced.height))
            try reduced.read(into: raster)
            let half = 0.51 / Double(1 << (8 * pyramid.bytesPerSample) - 1)
            for (x, y) in [(0, 0), (3, 17), (reduced.width - 1, reduced.height - 1), (11, 5)] {
                for channel in 0..<3 {
                    let expected = pyramid.value(x, reduced.height - 1 - y, channel, factor: factor)
                    #expect(abs(Double(raster[x, y][channel]) - expected) <= half, "1/\(factor): \(x), \(y)")
                }
            }
        }
    }

    @Test("means with the losses of a coding are used")
    func lossy() throws {
        // Noise of up to 6 codes, 3.2 on average.
        try opened(TestPyramid(method: .meansWithNoise).data) { #expect($0.reductions.map(\.width) == [128, 64, 32]) }
    }

    @Test("means are used", arguments: [TestPyramid.Place.pages, .children], [1, 2])
    func means(place: TestPyramid.Place, bytesPerSample: Int) throws {
        let pyramid = TestPyramid(place: place, bytesPerSample: bytesPerSample)
        try opened(pyramid.data) { source in
            #expect((source.width, source.height) == (256, 192))
            #expect(source.reductions.map(\.width) == [128, 64, 32])
            #expect(source.reductions.allSatisfy { $0.left == 0 && $0.bottom == 0 })
            try check(pyramid, source)
        }
    }

    @Test("a version whose last pixels lie elsewhere is left out, and smaller ones are compared with the picture")
    func oddSizes() throws {
        let pyramid = TestPyramid(width: 513, height: 321)
        try opened(pyramid.data) { source in
            let found = source.reductions.map { [$0.width, $0.height, Int($0.horizontalFactor), Int($0.bottom)] }
            // 513/2 and 513/4 aren't near 256 and 128; 513/8 and 321/8 are 64 and 40 with an eighth left over.
            #expect(found == [[64, 40, 8, 1]])
            try check(pyramid, source)
        }
    }

    @Test(
        "other versions aren't used",
        arguments: [
            ("every second pixel", TestPyramid(method: .everySecondPixel)),
            ("every second pixel, SubIFDs", TestPyramid(place: .children, method: .everySecondPixel)),
            ("the brightest pixels", TestPyramid(method: .brightest)),
            ("not marked", TestPyramid(isMarked: false)),
            ("another size", TestPyramid(extraWidth: 3)),
            ("another format", TestPyramid(otherSamples: 1)),
            ("alpha", TestPyramid(samples: 4)),
            ("strips", TestPyramid(isInStrips: true)),
            ("too small by far", TestPyramid(factors: [32])),
        ])
    func others(name: String, pyramid: TestPyramid) throws {
        try opened(pyramid.data) { source in
            #expect(source.reductions.isEmpty, "\(name)")
            // The picture itself can be read.
            let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 8, height: 8))
            try source.read(into: raster)
            let expected = TestPyramid.value(3, source.height - 1 - 2, 1)
            #expect(abs(Double(raster[3, 2].y) - expected) < 0.51 / 255, "\(name)")
        }
    }

    @Test("a damaged version isn't used, and a file in memory has none")
    func damaged() throws {
        let pyramid = TestPyramid(factors: [2])
        var data = pyramid.data
        #expect(
            (try ImageFileReader.open(data: data, offersReductions: true) as? DecodedImageSource)?.reductions == [])
        // The last directory is the smaller version's. Its tiles get offsets beyond the file.
        let tag = try #require(data.range(of: Data([0x44, 1, 4, 0]), options: .backwards)).lowerBound
        data.replaceSubrange(tag + 4..<tag + 12, with: [1, 0, 0, 0, 255, 255, 255, 127])
        try opened(data) { #expect($0.reductions.isEmpty) }
    }
}
