import Foundation
import KernelLanguage
import Pixels

extension KernelApplication {
    /// The images among the arguments, in order. A warp kernel's last one is the image that it warps.
    package var images: [SampledImage] {
        arguments.compactMap { argument in
            if case .image(let image) = argument { image } else { nil }
        }
    }

    /// Whether image `index` is read only at the centres of the pixels being computed.
    package func samplesAtPixelCenters(_ index: Int) -> Bool {
        if program.kind == .warp, index >= program.samplerCount { return false }
        if program.freeSampling.isEmpty { return true }
        // A `__sample` parameter gives no other pixels.
        return program.parameters.lazy.map(\.type).filter(\.isImage).dropFirst(index).first == .sample
    }
}

extension SampledImage {
    /// Returns the part of `node` from which this sampler computes its values in `region` of working space.
    ///
    /// - Parameter atPixelCenters: Whether the kernel samples only at pixel centres, so that an untransformed image
    ///   needs no margin.
    package func region(for region: CGRect, atPixelCenters: Bool) -> CGRect {
        if region.isNull || node.extent.isNull { return .null }
        guard transform.isInvertible else { return .null }
        var part = region
        if !part.isInfinite {
            if atPixelCenters, let (x, y) = transform.wholePixelTranslation {
                part = part.offsetBy(dx: CGFloat(-x), dy: CGFloat(-y))
            } else {
                part = part.sampled(through: transform)
            }
        }
        return wrap == .clamp ? part.nearestPart(of: node.extent.enclosingWholePixels) : part
    }
}
