/// Blend modes: those of PDF and W3C, and those that drawing programs have besides. The filters of the same names state the formulas, and share their kernels.
extension CIBlendKernel {
    /// The product of both colours.
    public class var multiply: CIBlendKernel { MultiplyBlendMode.kernel }
    /// Light upon light, as of two projectors on one screen.
    public class var screen: CIBlendKernel { ScreenBlendMode.kernel }
    /// Multiplies where the background is dark, and screens where it is light.
    public class var overlay: CIBlendKernel { OverlayBlendMode.kernel }
    /// The darker of both colours for each component.
    public class var darken: CIBlendKernel { DarkenBlendMode.kernel }
    /// The lighter of both colours for each component.
    public class var lighten: CIBlendKernel { LightenBlendMode.kernel }
    /// Brightens the background the more, the lighter the foreground is.
    public class var colorDodge: CIBlendKernel { ColorDodgeBlendMode.kernel }
    /// Darkens the background the more, the darker the foreground is.
    public class var colorBurn: CIBlendKernel { ColorBurnBlendMode.kernel }
    /// Multiplies where the foreground is dark, and screens where it is light.
    public class var hardLight: CIBlendKernel { HardLightBlendMode.kernel }
    /// Darkens gently where the foreground is dark, and brightens where it is light.
    public class var softLight: CIBlendKernel { SoftLightBlendMode.kernel }
    /// The difference of both colours.
    public class var difference: CIBlendKernel { DifferenceBlendMode.kernel }
    /// A softer difference of both colours.
    public class var exclusion: CIBlendKernel { ExclusionBlendMode.kernel }

    /// Hue of the foreground with saturation and luminosity of the background.
    public class var hue: CIBlendKernel { HueBlendMode.kernel }
    /// Saturation of the foreground with hue and luminosity of the background.
    public class var saturation: CIBlendKernel { SaturationBlendMode.kernel }
    /// Hue and saturation of the foreground with the luminosity of the background.
    public class var color: CIBlendKernel { ColorBlendMode.kernel }
    /// Luminosity of the foreground with hue and saturation of the background.
    public class var luminosity: CIBlendKernel { LuminosityBlendMode.kernel }

    /// The background less the foreground.
    public class var subtract: CIBlendKernel { SubtractBlendMode.kernel }
    /// The background divided by the foreground.
    public class var divide: CIBlendKernel { DivideBlendMode.kernel }
    /// Darkens the background by what the foreground lacks to white.
    public class var linearBurn: CIBlendKernel { LinearBurnBlendMode.kernel }
    /// Brightens the background by the light of the foreground.
    public class var linearDodge: CIBlendKernel { LinearDodgeBlendMode.kernel }
    /// Colour burn where the foreground is dark, and colour dodge where it is light.
    public class var vividLight: CIBlendKernel { VividLightBlendMode.kernel }
    /// Linear burn where the foreground is dark, and linear dodge where it is light.
    public class var linearLight: CIBlendKernel { LinearLightBlendMode.kernel }
    /// Replaces a light background where the foreground is dark, and a dark one where it is light.
    public class var pinLight: CIBlendKernel { PinLightBlendMode.kernel }

    /// 1 for each component whose sum in both images is 1 or more, and 0 for the others.
    public class var hardMix: CIBlendKernel { ColorChoiceKernels.hardMix }
    /// Of both colours the one with the smaller luminosity, `0.30 r + 0.59 g + 0.11 b`; the background's where they are equal.
    public class var darkerColor: CIBlendKernel { ColorChoiceKernels.darkerColor }
    /// Of both colours the one with the larger luminosity, `0.30 r + 0.59 g + 0.11 b`; the background's where they are equal.
    public class var lighterColor: CIBlendKernel { ColorChoiceKernels.lighterColor }
}

/// The modes that have no filter. Premultiplied colours are multiplied by the other image's alpha, so that both have that of the part where both images are.
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
