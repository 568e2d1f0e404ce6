import CoreImage
import Foundation
import Synchronization
import Testing

/// Region callbacks that return their rectangle unchanged, although their kernels read far away. Most callbacks of
/// published filters are like that.
@Suite("Region callbacks that return too little")
struct LazyRegionTests {
    /// Several tiles wide and high; a tile has 256 × 64 pixels.
    private static let extent = CGRect(x: 0, y: 0, width: 700, height: 500)

    /// A computed picture, of which the renderer stores only the requested regions.
    private static var image: CIImage {
        let checks = CIFilter.checkerboardGenerator()
        (checks.center, checks.width) = (CGPoint(x: 13, y: 7), 23)
        (checks.color0, checks.color1) = (
            CIColor(red: 0.9, green: 0.5, blue: 0.1), CIColor(red: 0.1, green: 0.2, blue: 0.7)
        )
        return checks.outputImage!.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 0.4])
            .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 1.5]).cropped(to: extent)
    }

    private static func render(
        _ source: String, options: [CIContextOption: Any] = [:], _ callback: @escaping CIKernelROICallback
    ) throws -> [Float] {
        let kernel = try CIKernel(compiling: source)
        let size = CIVector(x: extent.width, y: extent.height)
        let result = try kernel.applying(extent: extent, roiCallback: callback, arguments: [image, size])
            // The box blur reads margins of the kernel's result, tile by tile.
            .applyingFilter("CIBoxBlur", parameters: [kCIInputRadiusKey: 2]).cropped(to: extent)
        var pixels = [Float](repeating: 0, count: Int(extent.width * extent.height) * 4)
        try pixels.withUnsafeMutableBytes { memory in
            try CIContext(options: options).renderBitmap(
                result, to: try #require(memory.baseAddress), rowBytes: Int(extent.width) * 16, bounds: extent,
                format: .RGBAf, colorSpace: nil)
        }
        return pixels
    }

    @Test(
        "No seam shows: the pixels are those with a callback that returns all of the image",
        arguments: LazyRegionKernels.all.indices)
    func seamless(index: Int) throws {
        let (name, source) = LazyRegionKernels.all[index]
        let unchangedRegion = try Self.render(source) { $1 }
        let wholeRegion = try Self.render(source) { _, _ in Self.extent }
        // Pixels with the same bits need no comparison, which takes long in a debug build.
        let sameBits = unchangedRegion.withUnsafeBytes { first in
            wholeRegion.withUnsafeBytes { second in
                first.count == second.count && memcmp(first.baseAddress!, second.baseAddress!, first.count) == 0
            }
        }
        let difference =
            sameBits ? 0 : zip(unchangedRegion, wholeRegion).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(difference == 0, "\(name)")
        // The picture isn't plain, so that a seam would show.
        #expect(Set(stride(from: 0, to: wholeRegion.count, by: 101).map { wholeRegion[$0] }).count > 20, "\(name)")
    }

    @Test("The callback is called with the whole rendered rectangle")
    func calls() throws {
        let widths = Mutex<[CGFloat]>([])
        _ = try Self.render(LazyRegionKernels.all[0].source) { _, rect in
            widths.withLock { $0.append(rect.width) }
            return rect
        }
        #expect(widths.withLock { $0 }.contains { $0 >= Self.extent.width })
    }
}
