import Foundation
import Pixels

extension CIImage {
    /// Returns the image rotated and mirrored so that a picture stored in `orientation` is upright. The lower left
    /// corner of the extent stays in place.
    ///
    /// An orientation among the image's `properties` becomes 1, so that readers of a file written from the result don't
    /// rotate it again.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        let turned = transformed(by: orientationTransform(for: orientation))
        return turned.settingProperties(ImageOrientation.upright(turned.properties, from: orientation))
    }

    /// Returns the image rotated and mirrored according to an Exif orientation from 1 to 8. Any other number returns
    /// the image unchanged.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        guard let value = UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) else {
            return self
        }
        return oriented(value)
    }

    /// The image rotated and mirrored according to the orientation among its properties.
    var upright: CIImage { ImageOrientation.stored(in: properties).map { oriented($0) } ?? self }

    /// Returns the transform that `oriented(_:)` applies.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        orientation.transform(for: extent)
    }

    /// Returns the transform that `oriented(forExifOrientation:)` applies; the identity for a number outside 1…8.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        guard let value = UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) else {
            return .identity
        }
        return orientationTransform(for: value)
    }
}

extension CGImagePropertyOrientation {
    /// Whether the stored picture is a mirror image of the upright one.
    package var isMirrored: Bool { linearMap.determinant < 0 }

    /// Whether the stored picture's columns are the upright picture's rows.
    var isTurned: Bool { linearMap.a == 0 }

    /// The rotation and mirroring about the origin, in a space whose y axis points upwards.
    package var linearMap: CGAffineTransform {
        switch self {
        case .up: CGAffineTransform(1, 0, 0, 1, 0, 0)
        case .upMirrored: CGAffineTransform(-1, 0, 0, 1, 0, 0)
        case .down: CGAffineTransform(-1, 0, 0, -1, 0, 0)
        case .downMirrored: CGAffineTransform(1, 0, 0, -1, 0, 0)
        case .leftMirrored: CGAffineTransform(0, -1, -1, 0, 0, 0)
        case .right: CGAffineTransform(0, -1, 1, 0, 0, 0)
        case .rightMirrored: CGAffineTransform(0, 1, 1, 0, 0, 0)
        case .left: CGAffineTransform(0, 1, -1, 0, 0, 0)
        }
    }
}
