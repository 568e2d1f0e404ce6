import Foundation
import Pixels

extension ImageOperation {
    /// The images that the operation reads, in the order of the indices of `region(ofInput:for:)`.
    package var inputs: [ImageNode] {
        switch self {
        case .source, .rawSource, .constant: []
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
    package func region(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        switch self {
        case .source, .rawSource, .constant: return .null
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
