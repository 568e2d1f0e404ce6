import CoreImageEssentials
import Foundation

/// Replaces the red, amber or white glow that a flash makes in pupils by a dark neutral pupil; catch-lights stay.
///
/// `inputCorrectionInfo` is an array with an entry for every eye. An entry is one of these:
/// - a dictionary of `center` (a `CIVector` of two numbers), `radius` (a number) and `glow` (a `CIVector` of three
///   numbers: red, green and blue of the glow in linear sRGB; a red glow when left out), all in the image's pixels;
/// - a `CIVector` of three numbers, centre and radius of a pupil with a red glow;
/// - a `CIVector` of four numbers (or a `CGRect`), the rectangle of an eye: everything strongly red in it is repaired.
///   Give the eye, not the face, where lips are painted.
///
/// A single entry may be given without the array. Anything else is an error that names the key. `inputCameraModel`
/// doesn't change pixels. It is stored in recipes as the camera for which the eyes were measured.
///
/// Colours are unpremultiplied linear working-space colours. Alpha is kept, and pixels away from the eyes don't change
/// by a bit. `RepairedEye` and `PupilMask` define the shape of the repair, the kernel its colours. The form of the
/// information and the formula are ours, because Core Image's aren't published. Like Core Image's filter, it has no
/// typed API and is in no category.
package class RedEyeCorrection: CIFilter {
    package override class var registration: CIFilterRegistration {
        .init(
            "CIRedEyeCorrection", categories: [], kind: .color,
            summary: "Makes pupils dark that a flash made red, amber or white.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputCorrectionInfo") package var correctionInfo: RedEyeCorrectionInfo?
    @CIInput("inputCameraModel") package var cameraModel: String?

    /// Repairs pixels by a mask, which holds the pixel's share in the repair, the glow's level, the least strength of
    /// its colour, and its kind.
    ///
    /// The strength of a colour is `1 − blue / red`, and for red glows `1 − max(green, blue) / red`. It has to be
    /// larger in the soft rim, where iris and skin are, than in the pupil. Blocks of pixels without an eye skip the
    /// computation. A pixel that is lighter than the glow and less coloured is a catch-light, which has a soft edge.
    private static let kernel = CIColorKernel(
        """
        kernel vec4 redEyeCorrection(__sample image, __sample eye) {
            vec4 result = image;
            if (eye.r > 0.0) {
                vec4 c = unpremultiply(image);
                float share = eye.r;
                float level = eye.g;
                float least = eye.b;
                bool isRed = eye.a < 0.5;
                bool isWhite = eye.a > 1.5;
                float most = max(c.r, max(c.g, c.b));
                float low = min(c.r, min(c.g, c.b));
                float other = isRed ? max(c.g, c.b) : c.b;
                float strength = c.r > 0.0 ? 1.0 - other / c.r : 0.0;
                float rim = least + 0.2 * (1.0 - share);
                float colored = isWhite ? 1.0 : smoothstep(rim, rim + 0.2, strength);
                float lit = smoothstep(isRed ? 0.08 : 0.15, isRed ? 0.3 : 0.4, most / level);
                float haze = isWhite ? 1.1 * level : level * max(1.0 - least / 0.45, 0.0);
                float catchlight = clamp((low - haze) / max(1.0 - haze, 0.05), 0.0, 1.0) * low;
                float pupil = 0.006 * level + 0.01 * min(most, level) + catchlight;
                result = premultiply(vec4(mix(c.rgb, vec3(pupil), share * colored * lit), c.a));
            }
            return result;
        }
        """)

    package override var outputImage: CIImage? {
        guard let inputImage, let correctionInfo else { return nil }
        if let fault = correctionInfo.fault {
            return .failed(CIFilterError.badValue(filter: name, key: "inputCorrectionInfo", reason: fault))
        }
        let mask = PupilMask(eyes: correctionInfo.eyes)
        let touched = mask.extent.intersection(inputImage.extent)
        if touched.isNull || touched.isEmpty { return inputImage }
        return Self.kernel.apply(to: inputImage, CIImage(node: .native(mask, extent: mask.extent)))
    }
}
