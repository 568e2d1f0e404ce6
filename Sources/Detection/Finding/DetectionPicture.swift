import CDetection
import CoreImageEssentials
import Foundation
import Pixels
import Rendering

/// The small upright copy of an image that a detector analyses, and the transform to the image's coordinates.
struct DetectionPicture {
    let width: Int
    let height: Int
    /// Opaque 8-bit sRGB, four bytes per pixel, top row first.
    private let pixels: [UInt8]
    /// The transform from the copy's coordinates, whose origin is at the upper left with y downwards, to the image's.
    private let toImage: CGAffineTransform
    /// The size of the copy relative to the image, along one side.
    let scale: Double
    /// The length of the image's shorter side in pixels.
    let shorterSide: Double

    /// Renders the copy. Transparent parts become white, like paper.
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

    /// Whether the copy has enough pixels for detection.
    var isLargeEnough: Bool { min(width, height) >= 12 }

    /// Converts a point of the copy to the image's coordinates.
    func point(_ point: detection_point) -> CGPoint { CGPoint(x: point.x, y: point.y).applying(toImage) }

    /// Converts an axis-aligned rectangle of the copy to the image's coordinates.
    func rect(_ rect: CGRect) -> CGRect { rect.applying(toImage) }

    /// Converts the corners of a shape, clockwise from the upper left, to the image's coordinates.
    func shape(_ corners: (detection_point, detection_point, detection_point, detection_point)) -> Quadrilateral {
        Quadrilateral(
            topLeft: point(corners.0), topRight: point(corners.1), bottomRight: point(corners.2),
            bottomLeft: point(corners.3))
    }

    /// Returns the lightness of a pixel from 0 to 255; for a point outside, that of the nearest pixel.
    func lightness(at place: CGPoint) -> Double {
        let (x, y) = (min(max(Int(place.x), 0), width - 1), min(max(Int(place.y), 0), height - 1))
        let start = 4 * (y * width + x)
        return 0.299 * Double(pixels[start]) + 0.587 * Double(pixels[start + 1]) + 0.114 * Double(pixels[start + 2])
    }

    /// Calls `body` with the copy's pixels.
    func withPixels<Result>(_ body: (detection_picture) -> Result) -> Result {
        pixels.withUnsafeBufferPointer { buffer in
            body(
                detection_picture(
                    pixels: buffer.baseAddress, width: Int32(width), height: Int32(height), bytes_per_row: 4 * width))
        }
    }
}
