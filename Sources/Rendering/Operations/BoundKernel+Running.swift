import Foundation
import ImageGraph
import Pixels

extension BoundKernel {
    /// Computes `region` of the kernel's result.
    ///
    /// - Parameter bindings: The samplers, with the pixels of the images.
    func run(
        _ kernel: any PreparedKernel, region: PixelRect, bindings: [SamplerBinding], warping image: PixelView?,
        output: PixelView
    ) throws(RenderingError) {
        do {
            try kernel.run(arguments: arguments, images: bindings, region: region, output: output)
        } catch {
            throw .kernelFailed(kernel: name, underlying: error)
        }
        if let warped, let points = output.window(region).raster {
            points.replacePoints(byPixelsOf: image?.raster ?? .transparent, binding: warped)
        }
    }
}

extension Raster {
    /// Sampling tolerance in pixels, the precision of floats at the size of an image; equal to that of the kernel
    /// language's `sample`.
    private static let kernelSnap = 1.0 / 1024

    /// Replaces every pixel, a point (x, y, …) of working space, by the image's value at that point.
    fileprivate func replacePoints(byPixelsOf image: Raster, binding: SamplerBinding) {
        let edge = PixelRect(enclosing: binding.extent)
        let clamped = binding.wrap == .clamp && !edge.isEmpty ? edge : nil
        let sampler = PixelSampler(
            image, interpolation: binding.interpolation, snap: Self.kernelSnap, clampedTo: clamped)
        let transform = binding.transform
        for y in bounds.y..<bounds.maxY {
            let target = row(y)
            for column in 0..<bounds.width {
                let (pointX, pointY) = (Double(target[column].x), Double(target[column].y))
                target[column] = sampler(
                    transform.a * pointX + transform.c * pointY + transform.tx,
                    transform.b * pointX + transform.d * pointY + transform.ty)
            }
        }
    }
}
