import CoreImageEssentials

/// CIE L\*a\*b\* relative to D50, in the kernel language.
enum LabFunctions {
    /// `vec3 labFromLight(vec3)` and `vec3 lightFromLab(vec3)`, for the head of a kernel's text.
    ///
    /// Light is linear sRGB, unbounded. The matrices are sRGB's primaries adapted to D50 by Bradford's method and
    /// divided by D50's XYZ (0.9642, 1, 0.8249), so that white is (1, 1, 1); L runs from 0 to 100. Formulas: CIE
    /// 15:2004, 8.2.1.
    static let source = """
        vec3 labCurve(vec3 t) {
            vec3 straight = (t * 24389.0 / 27.0 + 16.0) / 116.0;
            return mix(straight, pow(max(t, 0.0), vec3(1.0 / 3.0)), greaterThan(t, vec3(216.0 / 24389.0)));
        }
        vec3 labFromLight(vec3 rgb) {
            vec3 f = labCurve(vec3(
                dot(rgb, vec3(0.452231126, 0.399411855, 0.148357019)),
                dot(rgb, vec3(0.222484540, 0.716905079, 0.060610381)),
                dot(rgb, vec3(0.016875000, 0.117671522, 0.865453478))));
            return vec3(116.0 * f.y - 16.0, 500.0 * (f.x - f.y), 200.0 * (f.y - f.z));
        }
        vec3 lightFromLab(vec3 lab) {
            float y = (lab.x + 16.0) / 116.0;
            vec3 f = vec3(y + lab.y / 500.0, y, y - lab.z / 200.0);
            vec3 t = mix((f * 116.0 - 16.0) * 27.0 / 24389.0, f * f * f, greaterThan(f, vec3(6.0 / 29.0)));
            return vec3(
                dot(t, vec3(3.021982492, -1.617208959, -0.404773533)),
                dot(t, vec3(-0.943709308, 1.916130097, 0.027579211)),
                dot(t, vec3(0.069387619, -0.228993873, 1.159606254)));
        }

        """
}

extension CIImage {
    /// The image's colours as linear sRGB light, whatever the working space is.
    var inLinearLight: CIImage { replacing(node: node.converted(from: nil, to: .workingDefault)) }

    /// The inverse of `inLinearLight`.
    var fromLinearLight: CIImage { replacing(node: node.converted(from: .workingDefault, to: nil)) }
}
