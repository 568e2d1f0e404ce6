import CommandOutput
import CoreImage
import Foundation
import PictureBatches

/// The part of filtered frames that a video shows, and its size.
package struct VideoFraming: Sendable {
    /// A way to reach a size.
    package enum Scaling: Sendable {
        /// Exactly this size; black beside or above frames of other proportions.
        case exact(PictureSize)
        /// Shrunk to fit into the size. Never enlarged.
        case fit(PictureSize)
        /// Scaled to cover the size, and cropped around its centre.
        case fill(PictureSize)
    }

    /// The part of frames that is kept, in pixels from the lower left corner; nil for all.
    package var part: CGRect?
    /// How the part is scaled; nil for its own size.
    package var scaling: Scaling?

    /// Creates a framing that keeps frames as they are.
    package init() {}

    /// A framing for frames of a size.
    struct Plan: Sendable {
        /// The size of the result in pixels.
        let size: CGSize
        /// Whether frames stay as they are.
        let isIdentity: Bool
        fileprivate let part: CGRect
        /// The factors by which the part is scaled, and where its lower left corner is in the result.
        fileprivate let scale: CGSize
        fileprivate let corner: CGPoint
    }

    /// Plans the framing of frames.
    ///
    /// - Parameters:
    ///   - frame: The size of the frames.
    ///   - pixelShape: The width of a pixel divided by its height. Scaled results have square pixels.
    ///   - needsEvenSides: Whether the width and height that follow from the proportions are rounded to even numbers.
    /// - Throws: `Refusal` if the part isn't inside the frames, or no pixel is left.
    func plan(for frame: CGSize, pixelShape: Double, needsEvenSides: Bool) throws -> Plan {
        let whole = CGRect(origin: .zero, size: frame)
        if let part, !whole.contains(part), part.intersects(whole) {
            let numbers = [part.minX, part.minY, part.width, part.height].map { NumberText.text(Double($0)) }
            throw Refusal(
                "--crop \(numbers.joined(separator: ",")): this reaches beyond the frames of "
                    + "\(Int(frame.width)) × \(Int(frame.height)) pixels; write a rectangle inside them, as "
                    + "x,y,width,height from the lower left corner")
        }
        let part = part?.intersection(whole).integral ?? whole
        guard !part.isNull, part.width >= 1, part.height >= 1 else {
            throw Refusal(
                "--crop: nothing is left of the frames of \(Int(frame.width)) × \(Int(frame.height)) pixels; "
                    + "write a rectangle inside them, as x,y,width,height from the lower left corner")
        }
        let unchanged = Plan(
            size: part.size, isIdentity: part == whole, part: part, scale: CGSize(width: 1, height: 1), corner: .zero)
        guard let scaling else { return unchanged }
        let shown = CGSize(width: part.width * pixelShape, height: part.height)
        let size: CGSize
        let scale: CGFloat
        switch scaling {
        case .exact(let wanted):
            size = CGSize(width: wanted.width, height: wanted.height)
            scale = min(size.width / shown.width, size.height / shown.height)
        case .fill(let wanted):
            size = CGSize(width: wanted.width, height: wanted.height)
            scale = max(size.width / shown.width, size.height / shown.height)
        case .fit(let box):
            let ratio = min(CGFloat(box.width) / shown.width, CGFloat(box.height) / shown.height, 1)
            if ratio == 1, pixelShape == 1 { return unchanged }
            func side(_ length: CGFloat) -> CGFloat {
                needsEvenSides ? max(2, (length * ratio / 2).rounded() * 2) : max(1, (length * ratio).rounded())
            }
            size = CGSize(width: side(shown.width), height: side(shown.height))
            // Both sides are rounded, so that frames fill the size.
            return Plan(
                size: size, isIdentity: false, part: part,
                scale: CGSize(width: size.width / part.width, height: size.height / part.height), corner: .zero)
        }
        if size == part.size, scale == 1 || pixelShape != 1, part == whole { return unchanged }
        let scaled = CGSize(width: shown.width * scale, height: shown.height * scale)
        return Plan(
            size: size, isIdentity: false, part: part,
            scale: CGSize(width: scaled.width / part.width, height: scaled.height / part.height),
            corner: CGPoint(
                x: ((size.width - scaled.width) / 2).rounded(), y: ((size.height - scaled.height) / 2).rounded()))
    }
}

extension VideoFraming.Plan {
    /// Returns the framed image of a frame.
    func image(of frame: CIImage) throws -> CIImage {
        if isIdentity { return frame }
        let moved = frame.cropped(to: part).transformed(by: CGAffineTransform(translationX: -part.minX, y: -part.minY))
        guard scale.width != 1 || scale.height != 1 else {
            return moved.transformed(by: CGAffineTransform(translationX: corner.x, y: corner.y))
        }
        // Clamped, so that edges don't fade.
        let scaled = try moved.clampedToExtent().filtered(
            by: "CILanczosScaleTransform",
            parameters: [kCIInputScaleKey: scale.height, kCIInputAspectRatioKey: scale.width / scale.height])
        let box = CGRect(
            x: 0, y: 0, width: (part.width * scale.width).rounded(), height: (part.height * scale.height).rounded())
        return scaled.cropped(to: box)
            .transformed(by: CGAffineTransform(translationX: corner.x, y: corner.y))
            .cropped(to: CGRect(origin: .zero, size: size))
    }
}
