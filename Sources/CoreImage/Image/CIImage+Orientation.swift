import Foundation
import Pixels

extension CIImage {
    /// The image turned and mirrored so that a picture stored in `orientation` is upright; the extent's lower left
    /// corner stays where it is.
    ///
    /// An orientation among the properties becomes 1, so that a file written from the result is not turned a second
    /// time.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        let turned = transformed(by: orientationTransform(for: orientation))
        return turned.settingProperties(ImageOrientation.upright(turned.properties, from: orientation))
    }

    /// The image turned and mirrored as an Exif orientation from 1 to 8 says; any other number leaves it as it is.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        guard let value = UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) else {
            return self
        }
        return oriented(value)
    }

    /// The image turned and mirrored as the orientation among its properties says.
    var upright: CIImage { ImageOrientation.stored(in: properties).map { oriented($0) } ?? self }

    /// The map that `oriented(_:)` applies.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        orientation.transform(for: extent)
    }

    /// The map that `oriented(forExifOrientation:)` applies.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        guard let value = UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) else {
            return .identity
        }
        return orientationTransform(for: value)
    }
}

extension CGImagePropertyOrientation {
    /// Whether the stored picture is a mirror image of the upright one.
    var isMirrored: Bool { linearMap.determinant < 0 }

    /// Whether the stored picture's columns are the upright one's rows.
    var isTurned: Bool { linearMap.a == 0 }

    /// Turn and mirror about the origin, in a space whose y axis points upwards.
    var linearMap: CGAffineTransform {
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
