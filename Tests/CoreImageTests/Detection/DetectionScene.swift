import CoreImage
import Testing

/// Pictures with features at known places.
enum DetectionScene {
    /// Whether the libraries that detectors use are available. Tests that need them are skipped otherwise, with a
    /// message.
    static let hasEngines = (try? CIDetector(checkingType: CIDetectorTypeRectangle)) != nil
    static let withoutEngines: Comment =
        "libCoreImageDetection.so isn't there: install libopencv-objdetect-dev and libzxing-dev and build again"

    /// Returns a noisy gray background around a lightness, in which there is nothing to find.
    static func ground(width: Int, height: Int, lightness: CGFloat = 0.35, contrast: CGFloat = 0.25) -> CIImage {
        let noise = CIImage(color: .black).applyingFilter("CIRandomGenerator")
            .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 1.5])
        let gain = CIVector(x: contrast, y: 0, z: 0, w: 0)
        return noise.applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": gain, "inputGVector": gain, "inputBVector": gain,
                "inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0),
                // CIColorMatrix works on unpremultiplied colour. As colour and alpha of the noise have the same mean,
                // their quotient is 1 on average, which the bias subtracts.
                "inputBiasVector": CIVector(
                    x: lightness - contrast, y: lightness - contrast, z: lightness - contrast, w: 1),
            ]
        ).cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// Returns a picture whose corners are mapped to four points, clockwise from the upper left one.
    static func placed(_ image: CIImage, at corners: [CGPoint]) -> CIImage {
        let keys = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]
        return image.applyingFilter(
            "CIPerspectiveTransform",
            parameters: Dictionary(uniqueKeysWithValues: zip(keys, corners.map { CIVector(cgPoint: $0) })))
    }

    /// A card of one colour in four corners.
    static func card(_ color: CIColor, at corners: [CGPoint]) -> CIImage {
        placed(CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 200, height: 120)), at: corners)
    }

    /// A QR code with its border, one unit a module.
    static func code(_ message: String, level: String = "M") -> CIImage {
        let filter = CIFilter.qrCodeGenerator()
        (filter.message, filter.correctionLevel) = (Data(message.utf8), level)
        return filter.outputImage ?? CIImage.empty()
    }

    /// A code in four corners, and the corners of the symbol without its border of one module.
    static func placedCode(_ code: CIImage, at corners: [CGPoint]) -> (image: CIImage, symbol: [CGPoint]) {
        let map = ProjectiveMap(from: code.extent.corners, to: corners)
        // Scaling by nearest neighbours first keeps the modules' edges sharp.
        let large = code.transformed(by: CGAffineTransform(scaleX: 8, y: 8))
        return (placed(large, at: corners), code.extent.insetBy(dx: 1, dy: 1).corners.map { map($0) })
    }

    /// A line of text, black on nothing.
    static func text(_ text: String, size: Float) -> CIImage {
        let filter = CIFilter.textImageGenerator()
        (filter.text, filter.fontName, filter.fontSize) = (text, "DejaVu Sans", size)
        return filter.outputImage ?? CIImage.empty()
    }

    /// Corners of a rectangle of the given size, turned by an angle in degrees counter-clockwise about its middle.
    static func corners(width: CGFloat, height: CGFloat, at middle: CGPoint, angle: CGFloat) -> [CGPoint] {
        let turn = CGAffineTransform(translationX: middle.x, y: middle.y).rotated(by: angle * .pi / 180)
        return CGRect(x: -width / 2, y: -height / 2, width: width, height: height).corners.map { $0.applying(turn) }
    }

    /// Returns a picture as a camera held in `orientation` stores it, and the transform from the upright picture to it.
    static func stored(
        _ upright: CIImage, in orientation: CGImagePropertyOrientation
    ) -> (image: CIImage, map: CGAffineTransform) {
        // Left and right turns are each other's inverse. Every other orientation is its own.
        let back: CGImagePropertyOrientation =
            orientation == .right ? .left : orientation == .left ? .right : orientation
        return (upright.oriented(back), upright.orientationTransform(for: back))
    }
}

/// The largest distance between corners in the same place of two lists.
func largestDistance(_ a: [CGPoint], _ b: [CGPoint]) -> CGFloat {
    zip(a, b).map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? .infinity
}

extension CIRectangleFeature {
    /// Clockwise from the upper left one.
    var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}

extension CIQRCodeFeature {
    /// Clockwise from the symbol's upper left one.
    var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}

extension CITextFeature {
    /// Clockwise from the upper left one.
    var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}
