import Foundation

/// The frame that suits what a picture is of.
///
/// It has the picture's proportions, keeps at least 60 % of its width and height, cuts no subject (nor more of one than the picture
/// itself does), and puts the middle of the faces a third from the top: one at the side a third from that side as well, others in the
/// middle.
struct Composition {
    /// What the picture is of.
    let subjects: [SubjectFrame]
    /// The picture's own frame.
    let picture: CGRect

    /// The least part of the picture's width and height that is kept.
    private static let leastPart: CGFloat = 0.6
    /// A larger part than this isn't worth a crop.
    private static let worthwhilePart: CGFloat = 0.92
    /// How many times as high and wide as the subjects the frame is.
    private static let room = CGSize(width: 1.4, height: 2.2)
    /// How far from the middle, as a part of the width, a single subject is at the side.
    private static let aside: CGFloat = 0.12

    /// The frame in whole pixels; nil where there is nothing to frame, or nearly nothing to leave out.
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
            x: Self.held(wanted.x, whole.minX...whole.maxX, in: picture.minX...picture.maxX, length: size.width),
            y: Self.held(wanted.y, whole.minY...whole.maxY, in: picture.minY...picture.maxY, length: size.height))
        return CGRect(origin: corner, size: size)
    }

    /// Where the frame would stand best.
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

    /// A start from which a length has the subject in it and stays in the picture, as near to the wanted one as can be; whole pixels from
    /// the picture's own start.
    private static func held(
        _ wanted: CGFloat, _ subject: ClosedRange<CGFloat>, in picture: ClosedRange<CGFloat>, length: CGFloat
    ) -> CGFloat {
        let around = min(max(wanted, subject.upperBound - length), subject.lowerBound)
        let inside = min(max(around, picture.lowerBound), picture.upperBound - length)
        let pixels = inside - picture.lowerBound
        // Downwards, unless that cuts the subject's far end.
        let down = pixels.rounded(.down)
        let isCut = picture.lowerBound + down + length < subject.upperBound
        return picture.lowerBound + (isCut ? pixels.rounded(.up) : down)
    }
}
