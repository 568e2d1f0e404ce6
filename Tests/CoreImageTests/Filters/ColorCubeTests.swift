import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: colour cube")
struct ColorCubeTests {
    @Test("Entries are premultiplied, and multiply with the pixel's alpha")
    func transparency() throws {
        // Green becomes transparent: a chroma key.
        let cube = ColorCubeEntries(2) { r, g, b in g > 0.5 ? SIMD4(0, 0, 0, 0) : SIMD4(r, g, b, 1) }
        let grid = PixelGrid(width: 4, height: 1) { x, _ in
            [SIMD4(0, 1, 0, 1), SIMD4(1, 0, 0, 1), SIMD4(0.25, 0, 0.5, 0.5), SIMD4(0, 0.25, 0.5, 0.5)][x]
        }
        let image = grid.image.applyingFilter("CIColorCube", parameters: cube.setting())
        try expect(image, in: grid.bounds) { x, _ in
            // The last pixel's colour is (0, 0.5, 1), halfway between the entries 0 and (0, 0, 1, 1), and its alpha is
            // 0.5.
            [SIMD4(0, 0, 0, 0), SIMD4(1, 0, 0, 1), SIMD4(0.25, 0, 0.5, 0.5), SIMD4(0, 0, 0.25, 0.25)][x]
        }
    }

    @Test("Values that aren't numbers count as black")
    func notNumbers() throws {
        let grid = PixelGrid(width: 2, height: 1) { x, _ in SIMD4(x == 0 ? .nan : .infinity, 0.5, 0, 1) }
        let pixels = try PixelGrid(rendering: grid.image.applyingFilter("CIColorCube"), in: grid.bounds)
        #expect(pixels[0, 0] == SIMD4(0, 0.5, 0, 1))
        #expect(pixels[1, 0] == SIMD4(1, 0.5, 0, 1))
    }

    @Test(
        "Data of the wrong size is refused by name when rendered",
        arguments: [(4, 128), (2, 127), (2, 0), (3, 432 + 16)])
    func wrongSize(size: Int, bytes: Int) throws {
        let grid = PixelGrid.colorful(width: 2, height: 2)
        let image = grid.image.applyingFilter(
            "CIColorCube", parameters: ["inputCubeDimension": size, "inputCubeData": Data(count: bytes)])
        let message = try refusal(of: image)
        #expect(message.contains("inputCubeData") && message.contains("\(size * size * size * 16)"))
    }

    @Test(
        "Rendering an invalid dimension throws an error that names it",
        arguments: [0, 1, 129, -5, Double.nan, .infinity, 1e30])
    func wrongDimension(size: Double) throws {
        let grid = PixelGrid.colorful(width: 2, height: 2)
        let image = grid.image.applyingFilter("CIColorCube", parameters: ["inputCubeDimension": size])
        #expect(try refusal(of: image).contains("inputCubeDimension"))
    }

    private func refusal(of image: CIImage) throws -> String {
        do { _ = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 2, height: 2)) } catch {
            return "\(error)"
        }
        Issue.record("the image could be rendered")
        return ""
    }

    @Test("Rendering in parts gives the same pixels")
    func parts() throws {
        let cube = ColorCubeEntries(4) { r, g, b in SIMD4(b, r * r, g, 1) }
        let grid = PixelGrid.colorful(x: -4, y: -2, width: 13, height: 11)
        try expectSameInParts(
            grid.image.applyingFilter("CIColorCube", parameters: cube.setting()), in: grid.bounds)
    }

    @Test("Entries that aren't finite count as 0, wherever the data begins")
    func entries() throws {
        var data = ColorCubeEntries(2) { r, g, b in SIMD4(r, g, b, 1) }.data
        // The red component of the black corner's entry, and the blue one of the white corner's.
        for (place, value) in [(0, Float.nan), (7 * 16 + 8, .infinity)] {
            withUnsafeBytes(of: value) { data.replaceSubrange(place..<place + 4, with: $0) }
        }
        let shifted = (Data([0]) + data).dropFirst()
        let grid = PixelGrid(width: 2, height: 1) { x, _ in SIMD4(SIMD3(repeating: Float(x)), 1) }
        for data in [data, shifted, Data(shifted)] {
            let image = grid.image.applyingFilter("CIColorCube", parameters: ["inputCubeData": data])
            try expect(image, in: grid.bounds) { x, _ in x == 0 ? SIMD4(0, 0, 0, 1) : SIMD4(1, 1, 0, 1) }
        }
    }

    @Test(
        "Data that doesn't begin at a multiple of an entry is read as it is, compiled or not", arguments: [0, 1, 4, 15])
    func alignment(offset: Int) throws {
        let cube = ColorCubeEntries.fine
        let data = (Data(repeating: 7, count: offset) + cube.data).dropFirst(offset)
        let grid = PixelGrid.colorful(width: 5, height: 4)
        let image = grid.image.applyingFilter(
            "CIColorCube", parameters: ["inputCubeDimension": cube.size, "inputCubeData": data])
        try expect(image, in: grid.bounds) { x, y in cube.color(PlainColor(grid[x, y])).pixel }
    }

    @Test(
        "A space that has no red, green and blue is refused by name",
        arguments: ["CIColorCubeWithColorSpace", "CIColorCubesMixedWithMask"])
    func wrongSpace(filter: String) throws {
        let image = PixelGrid.colorful(width: 2, height: 2).image
        for name in [CGColorSpace.genericGrayGamma2_2, CGColorSpace.genericLab] {
            let filter = try #require(CIFilter(name: filter))
            for key in filter.inputKeys where key.hasSuffix("Image") { filter.setValue(image, forKey: key) }
            filter.setValue(CGColorSpace(name: name), forKey: "inputColorSpace")
            #expect(try refusal(of: try #require(filter.outputImage)).contains("inputColorSpace"))
        }
    }

    @Test("Cubes, photo effects and other colour filters are one kernel", arguments: [true, false])
    func oneKernel(isOpaque: Bool) throws {
        let bytes = Data(repeating: 128, count: 200 * 100 * 4)
        let picture = CIImage(
            bitmapData: bytes, bytesPerRow: 800, size: CGSize(width: 200, height: 100),
            format: isOpaque ? .RGBX8 : .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        var space = ColorCubeEntries.fine.setting()
        space["inputColorSpace"] = CGColorSpace(name: CGColorSpace.displayP3)
        let image = picture.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
            .applyingFilter("CIColorCube", parameters: ColorCubeEntries.transparent.setting())
            .applyingFilter("CIPhotoEffectChrome")
            .applyingFilter("CIColorCubeWithColorSpace", parameters: space)
            .applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 1])
        let result = try image.explain()
        #expect(result.passCount == 1)
        // Besides sources of pixels, there is only one operation if the backend compiles kernels.
        let kernels = result.operations.filter { !$0.contains("pixels") }
        #expect(kernels.count == 1 || !CIContext().renderer.configuration.backend.compiles, "\(result.operations)")
    }

    @Test("No conversion if picture and output are in the table's colour space")
    func noConversion() throws {
        let picture = CIImage(
            bitmapData: Data(repeating: 128, count: 200 * 100 * 4), bytesPerRow: 800,
            size: CGSize(width: 200, height: 100), format: .RGBX8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        let operations = try picture.applyingFilter("CIPhotoEffectFade").explain().operations
        #expect(!operations.contains { $0.contains("convert") }, "\(operations)")
    }

    @Test("A table of opaque colours leaves an image known to be opaque, one with alpha doesn't")
    func opacity() {
        let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(image.applyingFilter("CIColorCube").isOpaque)
        #expect(image.applyingFilter("CIPhotoEffectNoir").isOpaque)
        #expect(!image.applyingFilter("CIColorCube", parameters: ColorCubeEntries.transparent.setting()).isOpaque)
    }
}
