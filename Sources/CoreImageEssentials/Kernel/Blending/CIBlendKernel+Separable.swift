/// Blend modes that compute each component by itself: those of PDF and W3C, and two more. The documentation of the
/// filters of the same names states the formulas.
extension CIBlendKernel {
    /// A kernel that multiplies both colours.
    public static let multiply = CIBlendKernel(
        """
        kernel vec4 multiplyBlendMode(__sample s, __sample b) {
            vec3 both = s.rgb * b.rgb;
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that adds light like two projectors on one screen: 1 − (1 − foreground) · (1 − background).
    public static let screen = CIBlendKernel(
        """
        kernel vec4 screenBlendMode(__sample s, __sample b) {
            vec3 both = b.rgb * s.a + s.rgb * b.a - s.rgb * b.rgb;
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that multiplies where the background is dark, and screens where it is light.
    public static let overlay = CIBlendKernel(
        """
        kernel vec4 overlayBlendMode(__sample s, __sample b) {
            vec3 dark = 2.0 * s.rgb * b.rgb;
            vec3 light = s.a * b.a - 2.0 * (b.a - b.rgb) * (s.a - s.rgb);
            vec3 both = compare(b.rgb - 0.5 * b.a, dark, light);
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that takes the smaller value of each component.
    public static let darken = CIBlendKernel(
        """
        kernel vec4 darken(__sample s, __sample b) {
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + min(s.rgb * b.a, b.rgb * s.a);
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that takes the larger value of each component.
    public static let lighten = CIBlendKernel(
        """
        kernel vec4 lightenBlendMode(__sample s, __sample b) {
            vec3 both = max(s.rgb * b.a, b.rgb * s.a);
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that brightens the background, more where the foreground is lighter.
    public static let colorDodge = CIBlendKernel(
        """
        kernel vec4 colorDodgeBlendMode(__sample s, __sample b) {
            vec3 divisor = (s.a - s.rgb) * b.a;
            vec3 light = b.rgb * s.a;
            vec3 dodged = compare(-divisor, min(light / divisor, 1.0), vec3(1.0));
            vec3 both = s.a * b.a * compare(-light, dodged, vec3(0.0));
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that darkens the background, more where the foreground is darker.
    public static let colorBurn = CIBlendKernel(
        """
        kernel vec4 colorBurnBlendMode(__sample s, __sample b) {
            vec3 divisor = s.rgb * b.a;
            vec3 missing = (b.a - b.rgb) * s.a;
            vec3 burnt = compare(-divisor, 1.0 - min(missing / divisor, 1.0), vec3(0.0));
            vec3 both = s.a * b.a * compare(-missing, burnt, vec3(1.0));
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that multiplies where the foreground is dark, and screens where it is light.
    public static let hardLight = CIBlendKernel(
        """
        kernel vec4 hardLightBlendMode(__sample s, __sample b) {
            vec3 dark = 2.0 * s.rgb * b.rgb;
            vec3 light = s.a * b.a - 2.0 * (b.a - b.rgb) * (s.a - s.rgb);
            vec3 both = compare(s.rgb - 0.5 * s.a, dark, light);
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that gently darkens the background where the foreground is dark, and brightens it where it is light.
    public static let softLight = CIBlendKernel(
        """
        kernel vec4 softLightBlendMode(__sample s, __sample b) {
            vec3 back = unpremultiply(b).rgb;
            vec3 image = unpremultiply(s).rgb;
            vec3 power = clamp(max(2.0 - 2.0 * image, 1.5 - image), 0.5, 2.0);
            vec3 both = s.a * b.a * (pow(max(back, 0.0), power) + min(back, 0.0));
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that takes the absolute difference of both colours.
    public static let difference = CIBlendKernel(
        """
        kernel vec4 differenceBlendMode(__sample s, __sample b) {
            vec3 both = abs(b.rgb * s.a - s.rgb * b.a);
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel like `difference`, with less contrast.
    public static let exclusion = CIBlendKernel(
        """
        kernel vec4 exclusionBlendMode(__sample s, __sample b) {
            vec3 both = b.rgb * s.a + s.rgb * b.a - 2.0 * s.rgb * b.rgb;
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that subtracts the foreground from the background.
    public static let subtract = CIBlendKernel(
        """
        kernel vec4 subtractBlendMode(__sample s, __sample b) {
            vec3 both = max(b.rgb * s.a - s.rgb * b.a, 0.0);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that divides the background by the foreground.
    public static let divide = CIBlendKernel(
        """
        kernel vec4 divideBlendMode(__sample s, __sample b) {
            vec3 divisor = s.rgb * b.a;
            vec3 light = b.rgb * s.a;
            vec3 bright = compare(-light, vec3(1.0), vec3(0.0));
            vec3 both = s.a * b.a * compare(-divisor, clamp(light / divisor, 0.0, 1.0), bright);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)
}
