import CDetection
import Foundation
import Pixels
import Rendering

/// The small upright copy of an image that a detector looks at, and the way back to the image's coordinates.
struct DetectionPicture {
    let width: Int
    let height: Int
    /// Opaque 8-bit sRGB, four bytes a pixel, the top row first.
    private let pixels: [UInt8]
    /// From the copy's coordinates, with y downwards from the upper left corner, to the image's.
    private let toImage: CGAffineTransform
    /// Pixels of the copy for one of the image, along a side.
    let scale: Double
    /// The image's shorter side.
    let shorterSide: Double

    /// Renders the copy. Transparent parts become white, as paper is.
    init(_ image: CIImage, options: DetectorOptions, size: DetectionSize, context: CIContext) throws {
        let upright = try UprightCopy(of: image, orientation: options.orientation) { size.scale(for: $0) }
        (width, height, scale) = (upright.width, upright.height, upright.scale)
        let copy =
            image.isOpaque ? upright.image : upright.image.limitingAlpha.composited(over: CIImage(color: .white))
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        let rowBytes = 4 * width
        try bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            try context.renderBitmap(
                copy, to: start, rowBytes: rowBytes, bounds: upright.bounds, format: .RGBA8, colorSpace: .standard)
        }
        pixels = bytes
        toImage = upright.fromImage.inverted()
        shorterSide = Double(min(upright.fullSize.width, upright.fullSize.height))
    }

    /// Whether there are pixels enough for anything to be found.
    var isWorthLookingAt: Bool { min(width, height) >= 12 }

    /// A place of the copy in the image.
    func point(_ point: detection_point) -> CGPoint { CGPoint(x: point.x, y: point.y).applying(toImage) }

    /// The rectangle of the image that an upright one of the copy covers.
    func rect(_ rect: CGRect) -> CGRect { rect.applying(toImage) }

    /// The shape in the image of corners in the copy, clockwise from the upper left one.
    func shape(_ corners: (detection_point, detection_point, detection_point, detection_point)) -> Quadrilateral {
        Quadrilateral(
            topLeft: point(corners.0), topRight: point(corners.1), bottomRight: point(corners.2),
            bottomLeft: point(corners.3))
    }

    /// How light a pixel is, from 0 to 255; the nearest one for a place outside.
    func lightness(at place: CGPoint) -> Double {
        let (x, y) = (min(max(Int(place.x), 0), width - 1), min(max(Int(place.y), 0), height - 1))
        let start = 4 * (y * width + x)
        return 0.299 * Double(pixels[start]) + 0.587 * Double(pixels[start + 1]) + 0.114 * Double(pixels[start + 2])
    }

    /// Calls an engine with the copy's pixels.
    func withPixels<Result>(_ body: (detection_picture) -> Result) -> Result {
        pixels.withUnsafeBufferPointer { buffer in
            body(
                detection_picture(
                    pixels: buffer.baseAddress, width: Int32(width), height: Int32(height), bytes_per_row: 4 * width))
        }
    }
}
