import Foundation
import KernelLanguage
import Pixels

extension ImageOperation {
    /// The images that the operation reads, in the order of the indices of `region(ofInput:for:)`.
    public var inputs: [ImageNode] {
        switch self {
        case .source, .stored, .constant: []
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _): [image]
        case .premultiply(let image), .unpremultiply(let image), .convert(let image, _, _): [image]
        case .kernel(let application): application.images.map(\.node)
        case .native(let computation): computation.inputs
        }
    }

    /// Returns the part of input `index` from which the pixels of `output` are computed, both in working space.
    ///
    /// It is not clipped to the input's extent. It is null if nothing is read, and infinite if everything is. Regions
    /// grow with `output`.
    public func region(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        switch self {
        case .source, .stored, .constant: return .null
        case .premultiply, .unpremultiply, .convert: return output
        case .crop(_, let rect): return output.intersectionOrNull(rect)
        case .clamp(_, let rect): return output.nearestPart(of: rect)
        case .transform(_, let transform, _):
            if let (x, y) = transform.wholePixelTranslation {
                return output.isInfinite ? output : output.offsetBy(dx: CGFloat(-x), dy: CGFloat(-y))
            }
            return output.sampled(through: transform)
        case .kernel(let application):
            let images = application.images
            guard index < images.count else { return .null }
            return images[index].region(
                for: application.regionOfInterest(index, output),
                atPixelCenters: application.samplesAtPixelCenters(index))
        case .native(let computation): return computation.regionOfInterest(ofInput: index, for: output)
        }
    }
}

extension KernelApplication {
    /// The images among the arguments, in order. A warp kernel's last one is the image that it warps.
    public var images: [SampledImage] {
        arguments.compactMap { argument in
            if case .image(let image) = argument { image } else { nil }
        }
    }

    /// Whether image `index` is read only at the centres of the pixels being computed.
    public func samplesAtPixelCenters(_ index: Int) -> Bool {
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
    public func region(for region: CGRect, atPixelCenters: Bool) -> CGRect {
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

extension CGRect {
    /// Returns the part of an image under `transform` that is read for this rectangle: the inverse image with a margin
    /// of one pixel. Bilinear sampling reaches half a pixel to the neighbours' centres; the rest absorbs rounding
    /// errors of points on pixel edges.
    func sampled(through transform: CGAffineTransform) -> CGRect {
        if isNull || isInfinite { return self }
        guard transform.isInvertible else { return .null }
        return applying(transform.inverted()).insetBy(dx: -1, dy: -1)
    }

    /// Returns the part of `rect` (of whole pixels) that supplies this rectangle's pixels if edge pixels are repeated
    /// outwards. It is empty only if `rect` is.
    func nearestPart(of rect: CGRect) -> CGRect {
        if isNull || rect.isNull { return .null }
        if isInfinite { return rect }
        let left = Swift.max(rect.minX, Swift.min(minX, rect.maxX - 1))
        let bottom = Swift.max(rect.minY, Swift.min(minY, rect.maxY - 1))
        let right = Swift.min(rect.maxX, Swift.max(maxX, rect.minX + 1))
        let top = Swift.min(rect.maxY, Swift.max(maxY, rect.minY + 1))
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
