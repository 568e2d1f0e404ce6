import Foundation
import ImageGraph
import Pixels

/// A portrait with a blurred background: what is nearer or farther than the focus becomes discs of light, the larger the more its disparity differs.
///
/// The disparity image's red value d (bilinear; the image is stretched over the picture) and its mean f over the focus rectangle give the blur's radius, after the thin lens,
/// `r = scaleFactor · w/10 · |d − f| · 4.5/N` pixels and at most w/25, with the picture's width w and the f-number N, the aperture; an aperture of 0 counts as 4.5. The largest of the
/// red values of matte, hair and glasses, stretched likewise, takes that share off the radius. Up to r = 0.75 the picture is shown, at 1.5, 3, 6 … pixels its mean over discs of that radius, and
/// in between a mixture in proportion to log₂ r. Means leave out, in proportion to sharpness, what is sharp itself, so that the subject doesn't bleed into what is behind it. Where the picture is blurred,
/// noise of amplitude `lumaNoiseScale` is added. Premultiplied linear working-space colour; alpha and extent stay.
///
/// No formula is published; this one is ours, made for the documented behaviour. A focus rectangle is in the picture's pixels, or in shares of its size when all of it lies between 0 and 1; without
/// one the focus is the mean of all. Positions of faces, gain map, calibration, metadata and the shape's name are taken and not looked at: the disparity image has to fit the picture, and
/// discs are round. Without a disparity image rendering throws; numbers that aren't finite count as their defaults.
final class DepthBlurEffect: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDepthBlurEffect", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs what lies before and behind the focus.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var disparityImage: CIImage?
    @CIInput var matteImage: CIImage?
    @CIInput var hairImage: CIImage?
    @CIInput var glassesImage: CIImage?
    @CIInput var gainMap: CIImage?
    @CIInput(default: 0, range: 0...22, slider: 1...22) var aperture: Float
    @CIInput(default: CGPoint(x: -1, y: -1)) var leftEyePositions: CGPoint
    @CIInput(default: CGPoint(x: -1, y: -1)) var rightEyePositions: CGPoint
    @CIInput(default: CGPoint(x: -1, y: -1)) var chinPositions: CGPoint
    @CIInput(default: CGPoint(x: -1, y: -1)) var nosePositions: CGPoint
    @CIInput(
        default: nil, identity: CIVector(cgRect: .infinite), type: kCIAttributeTypeRectangle, name: "Focus Rectangle")
    var focusRect: CIVector?
    @CIInput(default: 0, range: 0...0.1, slider: 0...0.1) var lumaNoiseScale: Float
    @CIInput(default: 1, slider: 0...1) var scaleFactor: Float
    @CIInput(class: "AVCameraCalibrationData") var calibrationData: NSData?
    @CIInput(class: "CGImageMetadataRef") var auxDataMetadata: NSData?
    @CIInput var shape: NSString?

    /// The radius up to which the picture itself is shown.
    private static let sharpest = 0.75

    private static let kernels = (
        radius: CIColorKernel(
            """
            kernel vec4 lensRadius(
                __sample disparity, __sample focus, __sample matte, __sample hair, __sample glasses, float scale, float most
            ) {
                float subject = clamp(max(matte.r, max(hair.r, glasses.r)), 0.0, 1.0);
                float radius = min(abs(disparity.r - focus.r) * scale, most) * (1.0 - subject);
                return vec4(radius / most, radius / most, radius / most, 1.0);
            }
            """),
        blurred: CIColorKernel(
            """
            kernel vec4 outOfFocus(__sample image, __sample radius, float most, float sharpest) {
                return image * clamp(radius.r * most / sharpest, 0.02, 1.0);
            }
            """),
        mix: CIColorKernel(
            """
            kernel vec4 depthBlur(__sample sharper, __sample softer, __sample radius, __sample image, float scale) {
                vec4 disc = softer.a > 0.0001 ? softer * (image.a / softer.a) : image;
                return mix(sharper, disc, clamp(log2(max(radius.r * scale, 1.0)), 0.0, 1.0));
            }
            """),
        noise: CIColorKernel(
            """
            kernel vec4 grain(__sample image, __sample radius, __sample noise, float amount, float most) {
                float grain = (noise.g / max(noise.a, 0.001) - 0.5) * amount * clamp(radius.r * most, 0.0, 1.0);
                return vec4(image.rgb + grain * image.a, image.a);
            }
            """)
    )

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return inputImage.withEdges(for: Self.registration.name) { image in
            guard let disparityImage, !disparityImage.extent.isEmpty, !disparityImage.extent.isInfinite else {
                let reason = "a picture of disparities is needed, of any size"
                return .failed(
                    CIFilterError.badValue(
                        filter: Self.registration.name, key: "inputDisparityImage", reason: reason))
            }
            return blurred(image, disparity: disparityImage)
        }
    }

    private func blurred(_ image: CIImage, disparity: CIImage) -> CIImage {
        let width = Double(image.extent.width)
        let number = aperture.finite(or: 0) > 0 ? max(Double(aperture), 0.5) : 4.5
        let scale = max(Double(scaleFactor.finite(or: 1)), 0) * width / 10 * 4.5 / number
        let most = max(width / 25, 1)
        let map = Self.stretched(disparity, over: image.extent)
        let focus = CIImage(node: map.node.areaAverage(of: focusArea(in: image.extent))).clampedToExtent()
        let (matte, hair, glasses) = (
            Self.stretched(matteImage, over: image.extent), Self.stretched(hairImage, over: image.extent),
            Self.stretched(glassesImage, over: image.extent)
        )
        let radius = Self.kernels.radius.apply(
            to: map, extent: image.extent, focus, matte, hair, glasses, Float(min(scale, 1e6)), Float(most))
        let soft = Self.kernels.blurred.apply(to: image, radius, Float(most), Float(Self.sharpest))
        var (result, level) = (image, Self.sharpest)
        while level < most {
            let disc = CIImage(node: soft.node.discBlurred(radius: 2 * level))
            result = Self.kernels.mix.apply(
                to: result, extent: image.extent, disc, radius, image, Float(most / level))
            level *= 2
        }
        let noise = min(max(lumaNoiseScale.finite(or: 0), 0), 1)
        if noise == 0 { return result }
        return Self.kernels.noise.apply(
            to: result, radius, CIFilter.randomGenerator().outputImage ?? .empty(), noise, Float(most))
    }

    private func focusArea(in extent: CGRect) -> CGRect {
        guard let focusRect, focusRect.count == 4 else { return extent }
        let edges = (0..<4).map { focusRect.value(at: $0) }
        guard edges.allSatisfy(\.isFinite), edges[2] > 0, edges[3] > 0 else { return extent }
        var rect = CGRect(x: edges[0], y: edges[1], width: edges[2], height: edges[3])
        if rect.minX >= 0, rect.minY >= 0, rect.maxX <= 1, rect.maxY <= 1 {
            rect = CGRect(
                x: extent.minX + rect.minX * extent.width, y: extent.minY + rect.minY * extent.height,
                width: rect.width * extent.width, height: rect.height * extent.height)
        }
        let part = rect.overlap(extent)
        return part.isNull ? extent : part
    }

    /// An image made as large as another one; black where there is none.
    private static func stretched(_ image: CIImage?, over extent: CGRect) -> CIImage {
        guard let image, !image.extent.isEmpty else { return CIImage(color: .clear) }
        if image.extent.isInfinite { return image }
        let box = image.extent
        let move = CGAffineTransform(translationX: -box.minX, y: -box.minY)
            .concatenating(CGAffineTransform(scaleX: extent.width / box.width, y: extent.height / box.height))
            .concatenating(CGAffineTransform(translationX: extent.minX, y: extent.minY))
        return image.clampedToExtent().transformed(by: move)
    }
}
