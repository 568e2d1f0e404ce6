import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Runs a kernel that supports only floats on images and results in other formats, by unpacking the images before the
/// run and packing the result after it.
///
/// Of an image that the kernel reads only at the current pixel, only the pixels that the region needs are unpacked.
final class ConvertingKernel: PreparedKernel {
    private let kernel: any PreparedKernel
    /// For each image, whether it is read at points that the kernel computes.
    private let readsAnywhere: [Bool]

    init(_ kernel: any PreparedKernel, program: Program) {
        (self.kernel, readsAnywhere) = (kernel, Self.imagesReadAnywhere(by: program))
    }

    /// Whether an image that must be unpacked is read at points that the program computes. All of it is then unpacked
    /// for each run.
    static func readsAnywhere(_ program: Program, _ layout: KernelLayout) -> Bool {
        zip(imagesReadAnywhere(by: program), layout.images).contains { $0 && $1.format != .RGBAf }
    }

    /// Whether any image is read at points that the program computes.
    static func readsAnywhere(_ program: Program) -> Bool { imagesReadAnywhere(by: program).contains(true) }

    private static func imagesReadAnywhere(by program: Program) -> [Bool] { program.samplingCounts.map { $0 > 0 } }

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        let converted = images.enumerated().map { index, image in
            let isFree = index < readsAnywhere.count && readsAnywhere[index]
            return Self.unpacked(image, region: isFree ? nil : region)
        }
        if output.raster != nil || !output.bounds.contains(region) {
            try kernel.run(arguments: arguments, images: converted, region: region, output: output)
        } else {
            let result = Raster(bounds: region)
            try kernel.run(arguments: arguments, images: converted, region: region, output: result.view)
            output.pack(result)
        }
    }

    /// Returns the image with float pixels: all of them if `region` is nil, else those that are read at the region's
    /// pixels.
    private static func unpacked(_ image: SamplerBinding, region: PixelRect?) -> SamplerBinding {
        if image.pixels.raster != nil { return image }
        let needed = region.map { pixelsRead(of: image, in: $0) } ?? image.pixels.bounds
        let raster = Raster(bounds: needed)
        image.pixels.unpack(into: raster)
        var image = image
        image.pixels = raster.view
        return image
    }

    private static func pixelsRead(of image: SamplerBinding, in region: PixelRect) -> PixelRect {
        let place = region.cgRect.applying(image.transform)
        guard place.minX.isFinite, place.minY.isFinite, place.width.isFinite, place.height.isFinite else {
            return image.pixels.bounds
        }
        // One pixel for interpolation, and one for rounding errors.
        var needed = PixelRect(enclosing: place.insetBy(dx: -2, dy: -2))
        let edge = PixelRect(enclosing: image.extent)
        if image.wrap == .clamp, !edge.isEmpty {
            let (left, right) = (held(needed.x, edge.x, edge.maxX), held(needed.maxX - 1, edge.x, edge.maxX))
            let (bottom, top) = (held(needed.y, edge.y, edge.maxY), held(needed.maxY - 1, edge.y, edge.maxY))
            needed = PixelRect(x: left, y: bottom, width: right - left + 1, height: top - bottom + 1)
        }
        return needed.intersection(image.pixels.bounds)
    }

    private static func held(_ value: Int, _ low: Int, _ end: Int) -> Int { min(max(value, low), end - 1) }
}
