import CoreImage
import Testing

/// Compares with pictures rendered by Apple's Core Image. They are skipped if the folder with the pictures doesn't lie
/// beside the package.
@Suite("Filters: published renders of real Core Image")
struct PublishedRenderTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/golden/images"
    )
    .standardized
    static let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "bd4a151226.png").path)

    static func picture(_ name: String) throws -> CIImage {
        try CIImage(loading: folder.appending(path: name + ".png"))
    }

    /// Returns sRGB components of a part of an image in 255ths, top row first. They are rounded to 8 bits, and are
    /// unpremultiplied, as in a PNG file.
    private static func components(of image: CIImage, in bounds: CGRect) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(bounds.width * bounds.height) * 4)
        try bytes.withUnsafeMutableBytes { buffer in
            try CIContext(options: [.outputPremultiplied: false]).renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: Int(bounds.width) * 4, bounds: bounds,
                format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        }
        return bytes
    }

    /// Returns the components of a part of an image in 255ths, top row first, rounded as in a PNG file, and then
    /// multiplied by alpha.
    static func values(of image: CIImage, in bounds: CGRect) throws -> [Int] {
        let bytes = try components(of: image, in: bounds)
        return bytes.indices.map { Int(bytes[$0]) * ($0 % 4 == 3 ? 255 : Int(bytes[$0 | 3])) / 255 }
    }

    /// Mean and 99th percentile of the absolute difference of a part of two images, in 255ths. Components are
    /// multiplied by alpha before they are compared.
    ///
    /// - Parameter every: Of both images' rows and columns, those that are compared: all, or every n-th.
    static func difference(
        _ image: CIImage, _ published: CIImage, in bounds: CGRect, published other: CGRect,
        every: (rows: Int, columns: Int) = (1, 1)
    ) throws -> (mean: Double, high: Int) {
        let (found, wanted) = (try components(of: image, in: bounds), try components(of: published, in: other))
        try #require(found.count == wanted.count)
        let (width, height) = (Int(bounds.width), Int(bounds.height))
        // How often each difference occurs. Counting is much faster than sorting millions of differences, and plain
        // loops over pointers are much faster in a debug build than sequences.
        var counts = [Int](repeating: 0, count: 256)
        found.withUnsafeBufferPointer { found in
            wanted.withUnsafeBufferPointer { wanted in
                counts.withUnsafeMutableBufferPointer { counts in
                    guard let found = found.baseAddress, let wanted = wanted.baseAddress,
                        let counts = counts.baseAddress
                    else { return }
                    var row = 0
                    while row < height {
                        var column = 0
                        while column < width {
                            let pixel = 4 * (row * width + column)
                            let (alpha, otherAlpha) = (Int(found[pixel + 3]), Int(wanted[pixel + 3]))
                            var place = pixel
                            while place < pixel + 3 {
                                let (one, other) = (
                                    Int(found[place]) * alpha / 255, Int(wanted[place]) * otherAlpha / 255
                                )
                                counts[abs(one - other)] += 1
                                place += 1
                            }
                            counts[abs(alpha - otherAlpha)] += 1
                            column += every.columns
                        }
                        row += every.rows
                    }
                }
            }
        }
        let count = counts.reduce(0, +)
        let sum = counts.indices.reduce(0) { $0 + $1 * counts[$1] }
        // The difference at this place if they were sorted.
        var (high, before) = (0, counts[0])
        while before <= count * 99 / 100 {
            high += 1
            before += counts[high]
        }
        return (Double(sum) / Double(count), high)
    }

    @Test("The noise field", .enabled(if: isPresent, "the folder of published renders is not there"))
    func random() throws {
        // A part is enough, as other tests show that the field repeats.
        let part = CGRect(x: 200, y: 190, width: 120, height: 130)
        let found = try Self.difference(
            CIFilter.randomGenerator().outputImage ?? .empty(), Self.picture("bd4a151226"), in: part, published: part)
        #expect(found.mean < 0.5 && found.high <= 2, "\(found)")
    }

    @Test("Generators", .enabled(if: isPresent, "the folder of published renders is not there"))
    func generators() throws {
        let part = CGRect(x: 20, y: 30, width: 160, height: 120)
        let board = CIFilter.checkerboardGenerator()
        (board.center, board.width) = (.zero, 50)
        board.color0 = CIColor(red: 0x60 / 255.0, green: 1, blue: 0x6f / 255.0)
        board.color1 = CIColor(red: 1, green: 0x67 / 255.0, blue: 0x67 / 255.0)
        let squares = try Self.difference(
            board.outputImage ?? .empty(), Self.picture("db413131e8"), in: part, published: part)
        #expect(squares.mean < 0.5 && squares.high <= 1, "\(squares)")
        let color = CIFilter(
            name: "CIConstantColorGenerator",
            parameters: [kCIInputColorKey: CIColor(red: 1, green: 0xa2 / 255.0, blue: 0x4d / 255.0)])
        let flat = try Self.difference(
            color?.outputImage ?? .empty(), Self.picture("fcbf11e70c"), in: part, published: part)
        #expect(flat.mean < 0.5 && flat.high <= 1, "\(flat)")
    }

    @Test(
        "A Gaussian blur of radius 20",
        .enabled(if: isPresent, "the folder of published renders is not there"))
    func gaussianBlur() throws {
        let published = try Self.picture("b7c219c449")
        let blurred = try Self.picture("809f4e8d06").applyingGaussianBlur(sigma: 20)
        // The published picture begins 160 pixels to the left of and below the original. The parts lie in the fading
        // lower left corner and inside.
        for part in [CGRect(x: 100, y: 100, width: 150, height: 130), CGRect(x: 500, y: 350, width: 120, height: 100)] {
            let here = part.offsetBy(dx: -160, dy: -160)
            let found = try Self.difference(blurred, published, in: here, published: part)
            #expect(found.mean < 1 && found.high <= 4, "\(found)")
        }
    }
}
