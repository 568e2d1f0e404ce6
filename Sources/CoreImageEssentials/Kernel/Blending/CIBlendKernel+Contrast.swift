/// Blend modes of drawing programs that darken and brighten, component by component. The documentation of the filters
/// of the same names states the formulas.
extension CIBlendKernel {
    /// A kernel that subtracts from the background the difference between white and the foreground.
    public static let linearBurn = CIBlendKernel(
        """
        kernel vec4 linearBurnBlendMode(__sample s, __sample b) {
            vec3 both = max(b.rgb * s.a + s.rgb * b.a - s.a * b.a, 0.0);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that adds the foreground to the background.
    public static let linearDodge = CIBlendKernel(
        """
        kernel vec4 linearDodgeBlendMode(__sample s, __sample b) {
            vec3 both = min(b.rgb * s.a + s.rgb * b.a, s.a * b.a);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that applies colour burn where the foreground is dark, and colour dodge where it is light.
    public static let vividLight = CIBlendKernel(
        """
        kernel vec4 vividLightBlendMode(__sample s, __sample b) {
            vec3 missing = (b.a - b.rgb) * s.a;
            vec3 burner = 2.0 * s.rgb * b.a;
            vec3 burnt = compare(-burner, 1.0 - min(missing / burner, 1.0), vec3(0.0));
            vec3 light = b.rgb * s.a;
            vec3 dodger = 2.0 * (s.a - s.rgb) * b.a;
            vec3 dodged = compare(-dodger, min(light / dodger, 1.0), vec3(1.0));
            vec3 dark = compare(-missing, burnt, vec3(1.0));
            vec3 bright = compare(-light, dodged, vec3(0.0));
            vec3 both = s.a * b.a * compare(0.5 * s.a - s.rgb, bright, dark);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that applies linear burn where the foreground is dark, and linear dodge where it is light.
    public static let linearLight = CIBlendKernel(
        """
        kernel vec4 linearLightBlendMode(__sample s, __sample b) {
            vec3 both = clamp(b.rgb * s.a + 2.0 * s.rgb * b.a - s.a * b.a, 0.0, s.a * b.a);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that replaces light background where the foreground is dark, and dark background where it is light.
    public static let pinLight = CIBlendKernel(
        """
        kernel vec4 pinLightBlendMode(__sample s, __sample b) {
            vec3 dark = min(b.rgb * s.a, 2.0 * s.rgb * b.a);
            vec3 light = max(b.rgb * s.a, 2.0 * s.rgb * b.a - s.a * b.a);
            vec3 both = compare(s.rgb - 0.5 * s.a, dark, light);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    /// A kernel that sets each component to 1 where its sum in both images is 1 or more, and to 0 elsewhere.
    public static let hardMix = choosing(
        "hardMix", "s.a * b.a * compare(image + back - s.a * b.a, vec3(0.0), vec3(1.0))")
}
