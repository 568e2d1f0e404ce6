import CoreImage
import Foundation
import Gallery
import Testing

@Suite("Built-in filters on devices")
struct FiltersOnDevicesTests {
    private static let space = CGColorSpace(name: CGColorSpace.sRGB)

    /// A software device, on which this test can run everywhere.
    private static let device = CIDevice.all.first { $0.name.contains("llvmpipe") && $0.problem == nil }

    /// Returns 8-bit pixels of the gallery's frame.
    private static func pixels(_ image: CIImage, _ context: CIContext) throws -> [UInt8] {
        try bytes(image, FilterThumbnail.frame, context)
    }

    /// Returns 8-bit pixels of a rectangle.
    static func bytes(_ image: CIImage, _ frame: CGRect, _ context: CIContext) throws -> [UInt8] {
        let (width, height) = (Int(frame.width), Int(frame.height))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        try bytes.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            try context.renderBitmap(
                image, to: base, rowBytes: width * 4, bounds: frame, format: .RGBA8, colorSpace: space)
        }
        return bytes
    }

    @Test(
        "every filter has the processor's pixels, within one of 255",
        .enabled(if: device != nil, "there is no llvmpipe"))
    func everyFilter() throws {
        let selection = try #require(Self.device?.selection)
        let device = try CIContext(checking: [.device: selection])
        let processor = try CIContext(checking: [.device: "cpu"])
        #expect(device.workingDevice.name.contains("llvmpipe"))
        #expect(processor.workingDevice == .cpu)
        // Other tests of this process may register units.
        let names = CIFilter.filterNames(inCategory: kCICategoryBuiltIn)
        #expect(names.count >= 243)
        let scene = try FilterThumbnail.scene(of: .sample)
        var onDevice = 0
        for name in names {
            let image = try FilterThumbnail.image(of: name, on: scene)
            let expected = try Self.pixels(image, processor)
            let computed = try Self.pixels(image, device)
            let most = zip(expected, computed).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(most <= 1, "\(name) differs by \(most)")
            let passes = try image.explain(in: FilterThumbnail.frame, context: device).description
            if passes.contains(" by Vulkan on ") { onDevice += 1 }
        }
        #expect(onDevice > 100)
    }
}

@Suite("Crops on devices")
struct CropsOnDevicesTests {
    /// Filters that read around a pixel, with settings that reach far.
    private static let filters: [(String, [String: Double])] = [
        ("CIGaussianBlur", [kCIInputRadiusKey: 3]), ("CIBoxBlur", [:]), ("CIDiscBlur", [:]),
        ("CIMorphologyMaximum", [:]), ("CIMorphologyRectangleMaximum", [:]), ("CIConvolution3X3", [:]),
        ("CIConvolution9Vertical", [:]), ("CILanczosScaleTransform", ["inputScale": 0.7]),
        ("CIBicubicScaleTransform", ["inputScale": 0.7]), ("CIUnsharpMask", [:]), ("CIMedianFilter", [:]),
        ("CIMotionBlur", [:]), ("CIBloom", [:]), ("CIEdges", [:]),
    ]

    @Test(
        "a filter of a crop reads nothing beside it, though the picture shows it, too",
        .enabled(if: CITextureTests.device != nil, "there is no llvmpipe"))
    func crops() throws {
        let device = CIContext(device: try #require(CITextureTests.device))
        let processor = CIContext(options: [.device: "cpu"])
        let picture = CIImage.sample
        let area = CGRect(x: 0, y: 0, width: 120, height: 90)
        for part in [CGRect(x: 15, y: 20, width: 60, height: 30), CGRect(x: 5, y: 40, width: 80, height: 1)] {
            for (name, settings) in Self.filters {
                let filtered = picture.cropped(to: part).applyingFilter(name, parameters: settings)
                for below in [picture, picture.transformed(by: CGAffineTransform(translationX: 1, y: 1))] {
                    let image = filtered.composited(over: below)
                    let expected = try FiltersOnDevicesTests.bytes(image, area, processor)
                    let computed = try FiltersOnDevicesTests.bytes(image, area, device)
                    let most = zip(expected, computed).map { abs(Int($0) - Int($1)) }.max() ?? 0
                    #expect(most <= 1, "\(name) of \(part) differs by \(most)")
                }
            }
        }
    }
}

extension CIImage {
    /// A picture with all colours and partly transparent parts.
    fileprivate static var sample: CIImage {
        var bytes: [UInt8] = []
        for y in 0..<240 {
            for x in 0..<320 {
                let alpha = x < 280 ? 255 : 128
                bytes += [x * 255 / 319, y * 255 / 239, (x * 7 ^ y * 3) & 255].map { UInt8($0 * alpha / 255) }
                bytes.append(UInt8(alpha))
            }
        }
        return CIImage(
            bitmapData: Data(bytes), bytesPerRow: 320 * 4, size: CGSize(width: 320, height: 240), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }
}
