/// The blend modes of PDF and W3C, and others known from drawing programs.
///
/// The filters of the same names use these kernels, and their documentation states the formulas.
extension CIBlendKernel {
    /// A kernel that multiplies both colours.
    public class var multiply: CIBlendKernel { MultiplyBlendMode.kernel }
    /// A kernel that adds light like two projectors on one screen: 1 − (1 − foreground) · (1 − background).
    public class var screen: CIBlendKernel { ScreenBlendMode.kernel }
    /// A kernel that multiplies where the background is dark, and screens where it is light.
    public class var overlay: CIBlendKernel { OverlayBlendMode.kernel }
    /// A kernel that takes the smaller value of each component.
    public class var darken: CIBlendKernel { DarkenBlendMode.kernel }
    /// A kernel that takes the larger value of each component.
    public class var lighten: CIBlendKernel { LightenBlendMode.kernel }
    /// A kernel that brightens the background, more where the foreground is lighter.
    public class var colorDodge: CIBlendKernel { ColorDodgeBlendMode.kernel }
    /// A kernel that darkens the background, more where the foreground is darker.
    public class var colorBurn: CIBlendKernel { ColorBurnBlendMode.kernel }
    /// A kernel that multiplies where the foreground is dark, and screens where it is light.
    public class var hardLight: CIBlendKernel { HardLightBlendMode.kernel }
    /// A kernel that gently darkens the background where the foreground is dark, and brightens it where it is light.
    public class var softLight: CIBlendKernel { SoftLightBlendMode.kernel }
    /// A kernel that takes the absolute difference of both colours.
    public class var difference: CIBlendKernel { DifferenceBlendMode.kernel }
    /// A kernel like `difference`, with less contrast.
    public class var exclusion: CIBlendKernel { ExclusionBlendMode.kernel }

    /// A kernel that combines the hue of the foreground with the saturation and luminosity of the background.
    public class var hue: CIBlendKernel { HueBlendMode.kernel }
    /// A kernel that combines the saturation of the foreground with the hue and luminosity of the background.
    public class var saturation: CIBlendKernel { SaturationBlendMode.kernel }
    /// A kernel that combines the hue and saturation of the foreground with the luminosity of the background.
    public class var color: CIBlendKernel { ColorBlendMode.kernel }
    /// A kernel that combines the luminosity of the foreground with the hue and saturation of the background.
    public class var luminosity: CIBlendKernel { LuminosityBlendMode.kernel }

    /// A kernel that subtracts the foreground from the background.
    public class var subtract: CIBlendKernel { SubtractBlendMode.kernel }
    /// A kernel that divides the background by the foreground.
    public class var divide: CIBlendKernel { DivideBlendMode.kernel }
    /// A kernel that subtracts from the background the difference between white and the foreground.
    public class var linearBurn: CIBlendKernel { LinearBurnBlendMode.kernel }
    /// A kernel that adds the foreground to the background.
    public class var linearDodge: CIBlendKernel { LinearDodgeBlendMode.kernel }
    /// A kernel that applies colour burn where the foreground is dark, and colour dodge where it is light.
    public class var vividLight: CIBlendKernel { VividLightBlendMode.kernel }
    /// A kernel that applies linear burn where the foreground is dark, and linear dodge where it is light.
    public class var linearLight: CIBlendKernel { LinearLightBlendMode.kernel }
    /// A kernel that replaces light background where the foreground is dark, and dark background where it is light.
    public class var pinLight: CIBlendKernel { PinLightBlendMode.kernel }

    /// A kernel that sets each component to 1 where its sum in both images is 1 or more, and to 0 elsewhere.
    public class var hardMix: CIBlendKernel { ColorChoiceKernels.hardMix }
    /// A kernel that takes the colour with the smaller luminosity, `0.30 r + 0.59 g + 0.11 b`; the background where
    /// they are equal.
    public class var darkerColor: CIBlendKernel { ColorChoiceKernels.darkerColor }
    /// A kernel that takes the colour with the larger luminosity, `0.30 r + 0.59 g + 0.11 b`; the background where they
    /// are equal.
    public class var lighterColor: CIBlendKernel { ColorChoiceKernels.lighterColor }
}

/// The modes without a filter. Each premultiplied colour is multiplied by the other image's alpha, so that both are
/// premultiplied by the alpha of the overlap of the images.
private enum ColorChoiceKernels {
    static let hardMix = kernel("hardMix", "s.a * b.a * compare(image + back - s.a * b.a, vec3(0.0), vec3(1.0))")
    static let darkerColor = kernel("darkerColor", "luminosity(image) < luminosity(back) ? image : back")
    static let lighterColor = kernel("lighterColor", "luminosity(image) > luminosity(back) ? image : back")

    private static func kernel(_ name: String, _ both: String) -> CIBlendKernel {
        CIBlendKernel(
            "float luminosity(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }\n" + """
                kernel vec4 \(name)(__sample s, __sample b) {
                    vec3 image = s.rgb * b.a;
                    vec3 back = b.rgb * s.a;
                    vec3 both = \(both);
                    return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
                }
                """)
    }
}
