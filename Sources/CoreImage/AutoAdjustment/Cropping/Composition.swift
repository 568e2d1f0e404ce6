import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Computes the crop rectangle that suits a picture's subjects.
///
/// It has the picture's proportions, keeps at least 60 % of its width and height, and cuts no subject (or no more of
/// one than the picture itself does). The centre of the faces is a third from the top. A single subject at one side is
/// placed a third from that side; otherwise the subjects are centred horizontally.
struct Composition {
    /// The frames of the picture's subjects.
    let subjects: [SubjectFrame]
    /// The picture's frame.
    let picture: CGRect

    /// The minimum fraction of the picture's width and height that is kept.
    private static let leastPart: CGFloat = 0.6
    /// The fraction above which a crop isn't worthwhile.
    private static let worthwhilePart: CGFloat = 0.92
    /// The minimum size of the crop, relative to that of all subjects together.
    private static let room = CGSize(width: 1.4, height: 2.2)
    /// The distance from the centre, as a fraction of the width, beyond which a single subject counts as being at the
    /// side.
    private static let aside: CGFloat = 0.12

    /// The crop rectangle in whole pixels; nil if there is no subject, or if almost nothing would be cropped.
    var frame: CGRect? {
        let whole = subjects.map(\.bounds).reduce(CGRect.null) { $0.union($1) }.intersection(picture)
        guard !whole.isNull, !whole.isEmpty, picture.width >= 16, picture.height >= 16 else { return nil }
        let part = max(
            Self.leastPart, Self.room.width * whole.width / picture.width,
            Self.room.height * whole.height / picture.height)
        guard part < Self.worthwhilePart else { return nil }
        let size = CGSize(
            width: (part * picture.width).rounded(.down), height: (part * picture.height).rounded(.down))
        let wanted = corner(of: size, around: whole)
        let corner = CGPoint(
            x: Self.clampedStart(
                wanted.x, whole.minX...whole.maxX, in: picture.minX...picture.maxX, length: size.width),
            y: Self.clampedStart(
                wanted.y, whole.minY...whole.maxY, in: picture.minY...picture.maxY, length: size.height))
        return CGRect(origin: corner, size: size)
    }

    /// Returns the preferred origin of the crop rectangle.
    private func corner(of size: CGSize, around whole: CGRect) -> CGPoint {
        let faces = subjects.filter(\.isFace)
        let focus = CGPoint(
            x: whole.midX,
            y: faces.isEmpty ? whole.midY : faces.map(\.focus.y).reduce(0, +) / CGFloat(faces.count))
        let offset = (focus.x - picture.midX) / picture.width
        let isAside = subjects.count == 1 && abs(offset) > Self.aside
        let across: CGFloat = isAside ? (offset < 0 ? 1 / 3 : 2 / 3) : 1 / 2
        let up: CGFloat = faces.isEmpty ? 1 / 2 : 2 / 3
        return CGPoint(x: focus.x - across * size.width, y: focus.y - up * size.height)
    }

    /// Returns the start of an interval of the given length that contains the subject and lies in the picture, as near
    /// to `wanted` as possible. It is a whole number of pixels from the picture's start.
    private static func clampedStart(
        _ wanted: CGFloat, _ subject: ClosedRange<CGFloat>, in picture: ClosedRange<CGFloat>, length: CGFloat
    ) -> CGFloat {
        let around = min(max(wanted, subject.upperBound - length), subject.lowerBound)
        let inside = min(max(around, picture.lowerBound), picture.upperBound - length)
        let pixels = inside - picture.lowerBound
        // Round down, unless that cuts the subject's end.
        let down = pixels.rounded(.down)
        let isCut = picture.lowerBound + down + length < subject.upperBound
        return picture.lowerBound + (isCut ? pixels.rounded(.up) : down)
    }
}
