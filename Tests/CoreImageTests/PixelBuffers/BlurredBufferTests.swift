import CoreImage
import Foundation
import TestSupport
import Testing

/// Wide blurs in planes of luma and chroma, which are encoded on a quarter of the pixels.
@Suite("Blurs in pixel buffers of luma and chroma")
struct BlurredBufferTests {
    /// A place of chroma samples: the luma samples whose mean is a chroma sample, with their weights, to the right and
    /// downwards.
    struct Site: Sendable, CustomTestStringConvertible {
        let name: String
        let columns: [(Int, Double)]
        let rows: [(Int, Double)]
        var testDescription: String { name }
    }

    private static let (pair, around): ([(Int, Double)], [(Int, Double)]) = (
        [(0, 0.5), (1, 0.5)], [(-1, 0.25), (0, 0.5), (1, 0.25)]
    )
    static let sites = [
        Site(name: kCVImageBufferChromaLocation_Left as String, columns: around, rows: pair),
        Site(name: kCVImageBufferChromaLocation_Center as String, columns: pair, rows: pair),
        Site(name: kCVImageBufferChromaLocation_TopLeft as String, columns: around, rows: around),
        Site(
            name: kCVImageBufferChromaLocation_Bottom as String, columns: pair,
            rows: [(0, 0.25), (1, 0.5), (2, 0.25)]),
    ]

    /// Images without edges: black and white squares, stripes of colours, and noise.
    private static func images() throws -> [CIImage] {
        // Random codes of luma and chroma would be colours outside of 0…1, of which the edges keep some.
        var random = SeededGenerator(seed: 5)
        let noise = try TestBuffers.make(90, 70, kCVPixelFormatType_32BGRA)
        try TestBuffers.fill(noise) { _, offset in offset % 4 == 3 ? 255 : UInt8(random.below(256)) }
        let frame = CGRect(x: 0, y: 0, width: 90, height: 70)
        return [
            CIImage.white.applyingFilter(
                "CICheckerboardGenerator",
                parameters: [
                    "inputWidth": 37, "inputSharpness": 1, "inputColor0": CIColor.white, "inputColor1": CIColor.black,
                ]),
            CIImage.white.applyingFilter(
                "CIStripesGenerator",
                parameters: [
                    "inputWidth": 23, "inputSharpness": 1, "inputColor0": CIColor.red,
                    "inputColor1": CIColor(red: 0, green: 0.02, blue: 0.3),
                ]),
            CIImage(cvPixelBuffer: noise).settingAlphaOne(in: frame).clampedToExtent(),
        ]
    }

    private static func buffer(_ width: Int, _ height: Int, _ type: OSType, _ site: Site) throws -> CVPixelBuffer {
        let buffer = try YCbCrBufferTests.noise(width, height, type)
        let tags = [
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
            (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
            (kCVImageBufferChromaLocationTopFieldKey, site.name),
        ]
        for (key, value) in tags { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
        return buffer
    }

    /// The codes of luma, Cb and Cr of linear light, neither rounded nor limited, by the formulas of BT.709.
    private static func codes(_ pixel: SIMD4<Float>, isFullRange: Bool) -> SIMD3<Double> {
        func encoded(_ x: Float) -> Double { x < 0.018 ? 4.5 * Double(x) : 1.099 * pow(Double(x), 0.45) - 0.099 }
        let (r, g, b) = (encoded(pixel.x), encoded(pixel.y), encoded(pixel.z))
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        let chroma = SIMD2((b - y) / 1.8556, (r - y) / 1.5748)
        return isFullRange
            ? SIMD3(255 * y, 128 + 255 * chroma.x, 128 + 255 * chroma.y)
            : SIMD3(16 + 219 * y, 128 + 224 * chroma.x, 128 + 224 * chroma.y)
    }

    @Test(
        "every code is that of the blurred pixels, encoded one by one, to within half a code and the stated difference",
        arguments: sites, [7, 10, 13.9, 14, 33.0])
    func encoded(site: Site, sigma: Double) throws {
        // Interpolating codes may add 0.4 codes to the rounding.
        let tolerance = 0.9
        let shapes: [(Int, Int, OSType, Bool)] = [
            (64, 48, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, false),
            (63, 34, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, true),
            (2, 2, kCVPixelFormatType_420YpCbCr8Planar, false), (37, 33, kCVPixelFormatType_420YpCbCr8Planar, false),
        ]
        for image in try Self.images() {
            let blurred = image.applyingGaussianBlur(sigma: sigma)
            for (width, height, type, isFullRange) in shapes {
                let frame = CGRect(x: 0, y: 0, width: width, height: height)
                let target = try Self.buffer(width, height, type, site)
                try CIContext(options: [.workingFormat: CIFormat.RGBAf]).renderPixelBuffer(
                    blurred.cropped(to: frame), to: target)
                let result = YCbCrBufferTests.codes(target)
                let light = try RenderedPixels(blurred, frame)
                // From the top.
                let exact = (0..<height).map { row in
                    (0..<width).map { Self.codes(light[$0, height - 1 - row], isFullRange: isFullRange) }
                }
                var worst = 0.0
                func compare(_ code: Int, _ exact: Double) {
                    worst = max(worst, abs(Double(code) - min(max(exact, 0), 255)))
                }
                for row in 0..<height {
                    for column in 0..<width { compare(result[0][row * width + column], exact[row][column].x) }
                }
                let columns = (width + 1) / 2
                for row in 0..<(height + 1) / 2 {
                    for column in 0..<columns {
                        var mean = SIMD3<Double>()
                        for (dy, rowWeight) in site.rows {
                            for (dx, weight) in site.columns {
                                let y = min(max(2 * row + dy, 0), height - 1)
                                let x = min(max(2 * column + dx, 0), width - 1)
                                mean += rowWeight * weight * exact[y][x]
                            }
                        }
                        let index = row * columns + column
                        compare(result.count == 2 ? result[1][2 * index] : result[1][index], mean.y)
                        compare(result.count == 2 ? result[1][2 * index + 1] : result[2][index], mean.z)
                    }
                }
                #expect(worst < tolerance, "\(width) × \(height), \(image)")
            }
        }
    }

    @Test("luma doesn't depend on the part of a buffer that is rendered")
    func parts() throws {
        let image = try Self.images()[2].applyingGaussianBlur(sigma: 9)
        let type = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let whole = try Self.buffer(300, 90, type, Self.sites[0])
        let context = CIContext()
        try context.renderPixelBuffer(image, to: whole)
        let expected = YCbCrBufferTests.codes(whole)[0]
        for (x, y, width, height) in [(0, 0, 300, 90), (5, 7, 120, 50), (131, 2, 1, 1), (258, 60, 42, 30)] {
            let part = try Self.buffer(300, 90, type, Self.sites[0])
            let before = YCbCrBufferTests.codes(part)[0]
            try context.renderPixelBuffer(
                image, to: part, bounds: CGRect(x: x, y: y, width: width, height: height),
                colorSpace: CGColorSpace(name: CGColorSpace.itur_709))
            let after = YCbCrBufferTests.codes(part)[0]
            for row in 0..<90 {
                for column in 0..<300 {
                    let isInside = (x..<x + width).contains(column) && (y..<y + height).contains(89 - row)
                    let index = row * 300 + column
                    #expect(after[index] == (isInside ? expected[index] : before[index]))
                }
            }
        }
    }

    @Test("a wide blur of a buffer can be rendered into it")
    func inPlace() throws {
        let type = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let (buffer, other) = (
            try Self.buffer(300, 140, type, Self.sites[0]), try Self.buffer(300, 140, type, Self.sites[0])
        )
        func blurred() -> CIImage { CIImage(cvPixelBuffer: buffer).clampedToExtent().applyingGaussianBlur(sigma: 9) }
        try CIContext().renderPixelBuffer(blurred(), to: other)
        try CIContext().renderPixelBuffer(blurred(), to: buffer)
        #expect(YCbCrBufferTests.codes(buffer) == YCbCrBufferTests.codes(other))
    }
}
