import CoreImageEssentials
import Foundation

extension CIImage {
    private static let toneKernel = CIColorKernel(
        """
        kernel vec4 tone(__sample image) {
            float luminance = max(dot(image.rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0);
            return vec4(vec3(linear_to_srgb(luminance)), image.a);
        }
        """)

    /// Returns how bright pixels look, in red, green and blue: the sRGB-encoded luminance (Rec. 709 weights) of
    /// premultiplied linear working-space colour, at least 0. Alpha is kept.
    func tone() -> CIImage { Self.toneKernel.apply(to: self) }
}
