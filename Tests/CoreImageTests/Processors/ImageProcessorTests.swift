import CoreImage
import Testing

/// Classes that compute pixels, as application code writes them.
@Suite("Image processors")
struct ImageProcessorTests {
    private let scene = Pictures.scene(width: 64, height: 48)
    private let color = Pictures.sceneColor(width: 64, height: 48)

    /// Copies its input one row down and one column to the right, using the regions and row strides that it gets.
    private final class Shift: CIImageProcessorKernel {
        override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
            outputRect.offsetBy(dx: -1, dy: 1)
        }

        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            let input = try #require(inputs?.first)
            #expect(input.format == .RGBAf && output.format == .RGBAf)
            #expect(input.region.contains(output.region.offsetBy(dx: -1, dy: 1)))
            for row in 0..<Int(output.region.height) {
                for column in 0..<Int(output.region.width) {
                    // The position of the output's pixel in working space. Memory begins with the top row.
                    let (x, y) = (Int(output.region.minX) + column, Int(output.region.maxY) - 1 - row)
                    let (inputColumn, inputRow) = (x - 1 - Int(input.region.minX), Int(input.region.maxY) - 1 - (y + 1))
                    let pixel = input.baseAddress.load(
                        fromByteOffset: inputRow * input.bytesPerRow + inputColumn * 16, as: SIMD4<Float>.self)
                    output.baseAddress.storeBytes(
                        of: pixel, toByteOffset: row * output.bytesPerRow + column * 16, as: SIMD4<Float>.self)
                }
            }
        }
    }

    @Test("regions, rows from the top down, and transparent pixels beyond the edge") func shift() throws {
        let moved = try Shift.apply(
            withExtent: CGRect(x: 0, y: 0, width: 64, height: 48), inputs: [scene], arguments: nil)
        let pixels = Pictures.pixels(of: moved, in: moved.extent)
        for y in 0..<48 {
            for x in 0..<64 {
                let expected = x >= 1 && y + 1 < 48 ? color(x - 1, y + 1) : .zero
                #expect(pixels[y * 64 + x] == expected, "at \(x), \(y)")
            }
        }
    }

    @Test("a part of the picture has the pixels of the whole") func parts() throws {
        let moved = try Shift.apply(withExtent: scene.extent, inputs: [scene], arguments: nil)
        let whole = Pictures.pixels(of: moved, in: moved.extent)
        let part = Pictures.pixels(of: moved, in: CGRect(x: 13, y: 7, width: 20, height: 11))
        for y in 0..<11 {
            for x in 0..<20 { #expect(part[y * 20 + x] == whole[(y + 7) * 64 + x + 13]) }
        }
        // An output larger than a tile, with an infinite input.
        let wide = try Shift.apply(
            withExtent: CGRect(x: 0, y: 0, width: 700, height: 600),
            inputs: [CIImage(color: CIColor(red: 1, green: 0.5, blue: 0.25))], arguments: nil)
        let corners = Pictures.pixels(of: wide, in: wide.extent)
        #expect(Set(corners.map { $0.w }) == [1])
    }

    /// Writes 255 where the red byte of the first input and the byte of the second one both reach the level in the
    /// arguments, else 0.
    private final class Threshold: CIImageProcessorKernel {
        override class func formatForInput(at input: Int32) -> CIFormat { input == 0 ? .BGRA8 : .R8 }
        override class var outputFormat: CIFormat { .R8 }

        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            let level = try #require(arguments?["level"] as? Int)
            let (first, second) = (try #require(inputs?[0]), try #require(inputs?[1]))
            #expect(first.format == .BGRA8 && second.format == .R8 && output.format == .R8)
            #expect(first.region == output.region && second.region == output.region)
            for row in 0..<Int(output.region.height) {
                for column in 0..<Int(output.region.width) {
                    let red = first.baseAddress.load(
                        fromByteOffset: row * first.bytesPerRow + column * 4 + 2, as: UInt8.self)
                    let mask = second.baseAddress.load(
                        fromByteOffset: row * second.bytesPerRow + column, as: UInt8.self)
                    output.baseAddress.storeBytes(
                        of: red >= level && mask >= level ? 255 : 0, toByteOffset: row * output.bytesPerRow + column,
                        as: UInt8.self)
                }
            }
        }
    }

    @Test("formats are converted, and arguments passed") func formats() throws {
        let flipped = Pictures.image(width: 64, height: 48) { x, y in color(63 - x, y) }
        let mask = try Threshold.apply(withExtent: scene.extent, inputs: [scene, flipped], arguments: ["level": 100])
        let pixels = Pictures.pixels(of: mask, in: mask.extent)
        for y in 0..<48 {
            for x in 0..<64 {
                let bytes = [color(x, y).x, color(63 - x, y).x].map { Int(($0 * 255).rounded()) }
                let isOn = bytes.allSatisfy { $0 >= 100 }
                #expect(pixels[y * 64 + x] == SIMD4(isOn ? 1 : 0, 0, 0, 1), "at \(x), \(y)")
            }
        }
    }

    /// Writes red to columns below x = 8 and nothing to the others.
    private final class LeftHalf: CIImageProcessorKernel {
        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            #expect(inputs?.isEmpty == true)
            for row in 0..<Int(output.region.height) {
                for column in 0..<Int(output.region.width) where output.region.minX + CGFloat(column) < 8 {
                    output.baseAddress.storeBytes(
                        of: SIMD4<Float>(1, 0, 0, 1), toByteOffset: row * output.bytesPerRow + column * 16,
                        as: SIMD4<Float>.self)
                }
            }
        }
    }

    @Test("a processor without inputs; what it doesn't write is transparent") func generator() throws {
        let extent = CGRect(x: 0, y: 0, width: 16, height: 3)
        let image = try LeftHalf.apply(withExtent: extent, inputs: nil, arguments: nil)
        #expect(image.extent == extent && !image.isOpaque)
        let pixels = Pictures.pixels(of: image, in: CGRect(x: 0, y: 1, width: 16, height: 1))
        #expect(pixels == (0..<16).map { $0 < 8 ? SIMD4(1, 0, 0, 1) : .zero })
        #expect(try LeftHalf.apply(withExtent: .null, inputs: nil, arguments: nil).extent.isNull)
        #expect(Pictures.pixel(of: image, x: 3, y: 5) == .zero, "outside the extent")
    }

    /// Claims to be opaque, and writes nothing.
    private final class Claim: CIImageProcessorKernel {
        override class var outputIsOpaque: Bool { true }
        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {}
    }

    @Test("an opaque output is opaque") func opaque() throws {
        let image = try Claim.apply(
            withExtent: CGRect(x: 0, y: 0, width: 4, height: 4), inputs: [], arguments: nil)
        #expect(image.isOpaque)
        #expect(Pictures.pixel(of: image, x: 1, y: 1) == SIMD4(0, 0, 0, 1))
    }

    /// Sums all pixels of its input, tile by tile.
    private final class TileSum: CIImageProcessorKernel {
        override class var outputFormat: CIFormat { .RGBAf }

        override class func roiTileArray(
            forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
        ) -> [CIVector] {
            (0..<4).map { CIVector(cgRect: CGRect(x: $0 * 16, y: 0, width: 16, height: 48)) }
        }

        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            let input = try #require(inputs?.first)
            #expect(input.roiTileCount == 4)
            #expect(input.region == CGRect(x: input.roiTileIndex * 16, y: 0, width: 16, height: 48))
            var sum = output.baseAddress.load(as: SIMD4<Float>.self)
            for row in 0..<48 {
                for column in 0..<16 {
                    sum += input.baseAddress.load(
                        fromByteOffset: row * input.bytesPerRow + column * 16, as: SIMD4<Float>.self)
                }
            }
            output.baseAddress.storeBytes(of: sum, as: SIMD4<Float>.self)
        }
    }

    @Test("input tiles come one after the other, over the same output") func tiles() throws {
        let sum = try TileSum.apply(
            withExtent: CGRect(x: 0, y: 0, width: 1, height: 1), inputs: [scene], arguments: nil)
        var expected = SIMD4<Float>.zero
        for y in 0..<48 { for x in 0..<64 { expected += color(x, y) } }
        #expect(maximumDifference(Pictures.pixel(of: sum, x: 0, y: 0) / expected, SIMD4(repeating: 1)) < 1e-5)
    }

    private struct Refused: Error, Equatable { let reason: String }

    private final class Failing: CIImageProcessorKernel {
        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            throw Refused(reason: "never")
        }
    }

    private final class Silent: CIImageProcessorKernel {}

    private final class Strange: CIImageProcessorKernel {
        override class var outputFormat: CIFormat { CIFormat(rawValue: 4711) }
    }

    @Test("what a processor throws, the rendering throws, and names it") func failure() throws {
        let extent = CGRect(x: 0, y: 0, width: 8, height: 8)
        let image = try Failing.apply(withExtent: extent, inputs: [scene], arguments: nil)
        for made in [image, image.applyingGaussianBlur(sigma: 2), image.applyingFilter("CIColorInvert")] {
            let error = #expect(throws: RenderingError.self) {
                try CIContext().renderedCGImage(made, from: extent)
            }
            guard case .operatorFailed("Failing", let reason as Refused)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason == Refused(reason: "never"))
        }
        let silent = try Silent.apply(withExtent: extent, inputs: nil, arguments: nil)
        let error = #expect(throws: RenderingError.self) { try CIContext().renderedCGImage(silent, from: extent) }
        #expect(error?.description.contains("override process(with:arguments:output:)") == true)
        #expect(throws: CIError.self) {
            try Strange.apply(withExtent: extent, inputs: nil, arguments: nil)
        }
    }

    /// Requests the region in its arguments, or else an infinite one, and writes the region that it gets.
    private final class Greedy: CIImageProcessorKernel {
        override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
            (arguments?["region"] as? CIVector)?.cgRectValue ?? .infinite
        }

        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            let region = try #require(inputs?.first).region
            output.baseAddress.storeBytes(
                of: SIMD4(Float(region.minX), Float(region.minY), Float(region.width), Float(region.height)),
                as: SIMD4<Float>.self)
        }
    }

    @Test("infinite regions give the whole image; oversized and invalid ones throw") func greedy() throws {
        let one = CGRect(x: 0, y: 0, width: 1, height: 1)
        let all = try Greedy.apply(withExtent: one, inputs: [scene], arguments: nil)
        #expect(Pictures.pixel(of: all, x: 0, y: 0) == SIMD4(0, 0, 64, 48))
        for (region, word) in [
            (CIVector(x: -1e6, y: -1e6, z: 2e6, w: 2e6), "far beyond the image"),
            (CIVector(x: .nan, y: 0, z: 1, w: 1), "no rectangle"),
        ] {
            let image = try Greedy.apply(withExtent: one, inputs: [scene], arguments: ["region": region])
            let error = #expect(throws: RenderingError.self) { try CIContext().renderedCGImage(image, from: one) }
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
            #expect(error?.description.contains("Greedy") == true)
        }
    }
}
