import CoreImage
import Foundation
import Synchronization
import Testing

/// Region callbacks that return their rectangle unchanged, although their kernels read far away. Most callbacks of
/// published filters are like that.
@Suite("Region callbacks that return too little")
struct LazyRegionTests {
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

    @Test("There are twenty kernels") func count() { #expect(LazyRegionKernels.all.count == 20) }

    @Test(
        "No seam shows: the pixels are those with a callback that returns all of the image",
        arguments: LazyRegionKernels.all.indices)
    func seamless(index: Int) throws {
        let (name, source) = LazyRegionKernels.all[index]
        let lazy = try Self.render(source) { $1 }
        let honest = try Self.render(source) { _, _ in Self.extent }
        let difference = zip(lazy, honest).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(difference == 0, "\(name)")
        // The picture isn't plain, so that a seam would show.
        #expect(Set(stride(from: 0, to: honest.count, by: 101).map { honest[$0] }).count > 20, "\(name)")
    }

    @Test("The callback is called with the rectangle that is rendered, not with tiles")
    func calls() throws {
        let widths = Mutex<[CGFloat]>([])
        _ = try Self.render(LazyRegionKernels.all[0].source) { _, rect in
            widths.withLock { $0.append(rect.width) }
            return rect
        }
        let seen = widths.withLock { $0 }
        #expect(!seen.isEmpty)
        #expect(seen.contains { $0 >= Self.extent.width })
    }
}
