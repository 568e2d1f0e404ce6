import CoreImage

/// Small drawings for inputs that need another image.
enum CompanionDrawing {
    /// Returns a white disc with a soft edge on a transparent background, in the gallery's frame.
    static func disc(center: CGPoint, radius: CGFloat, softness: CGFloat) -> CIImage {
        discKernel.apply(
            extent: GalleryScene.frame, arguments: [CIVector(cgPoint: center), radius, max(softness, 1)])
            ?? CIImage.empty()
    }

    /// Returns the part of a landscape inside a disc.
    static func cut(_ landscape: Landscape, center: CGPoint, radius: CGFloat) -> CIImage {
        let disc = disc(center: center, radius: radius, softness: 1)
        return cutKernel.apply(extent: GalleryScene.frame, arguments: [landscape.image(in: GalleryScene.frame), disc])
            ?? CIImage.empty()
    }

    /// A gradient from left to right: dark blue, violet, red, orange, white.
    static var gradient: CIImage { drawing(gradientKernel, width: 256, height: 16) }

    /// Eight colours of a poster.
    static var palette: CIImage { drawing(paletteKernel, width: 8, height: 1) }

    /// Waves whose slopes are stored in red and green.
    static var waves: CIImage { drawing(wavesKernel, width: 320, height: 240) }

    /// A ball lit from the upper left.
    static var shading: CIImage { drawing(shadingKernel, width: 128, height: 128) }

    /// A depth map: white at the bottom, black at the top.
    static var depth: CIImage { drawing(depthKernel, width: 320, height: 240) }

    private static func drawing(_ kernel: CIColorKernel, width: Int, height: Int) -> CIImage {
        kernel.apply(extent: CGRect(x: 0, y: 0, width: width, height: height), arguments: []) ?? CIImage.empty()
    }

    private static let discKernel = CIColorKernel(
        """
        kernel vec4 disc(vec2 center, float radius, float softness) {
            return vec4(clamp((radius - length(destCoord() - center)) / softness + 0.5, 0.0, 1.0));
        }
        """)

    private static let cutKernel = CIColorKernel(
        "kernel vec4 cut(__sample image, __sample mask) { return image * mask.a; }")

    private static let gradientKernel = CIColorKernel(
        """
        kernel vec4 ramp() {
            float t = destCoord().x / 256.0;
            vec3 color = mix(vec3(0.02, 0.02, 0.25), vec3(0.75, 0.10, 0.35), smoothstep(0.0, 0.45, t));
            color = mix(color, vec3(1.0, 0.60, 0.15), smoothstep(0.35, 0.75, t));
            return vec4(srgb_to_linear(mix(color, vec3(1.0, 1.0, 0.9), smoothstep(0.7, 1.0, t))), 1.0);
        }
        """)

    private static let paletteKernel = CIColorKernel(
        """
        kernel vec4 palette() {
            float i = floor(destCoord().x);
            vec3 c = i < 1.0 ? vec3(0.08, 0.09, 0.16) : i < 2.0 ? vec3(0.96, 0.94, 0.88) : i < 3.0 ? vec3(0.85, 0.22, 0.16)
                : i < 4.0 ? vec3(0.95, 0.70, 0.20) : i < 5.0 ? vec3(0.25, 0.50, 0.25) : i < 6.0 ? vec3(0.20, 0.40, 0.70)
                : i < 7.0 ? vec3(0.55, 0.65, 0.75) : vec3(0.55, 0.38, 0.25);
            return vec4(srgb_to_linear(c), 1.0);
        }
        """)

    private static let wavesKernel = CIColorKernel(
        """
        kernel vec4 waves() {
            vec2 p = destCoord() * 0.08;
            float a = 0.5 + 0.5 * sin(p.x + 1.5 * sin(p.y * 0.6));
            float b = 0.5 + 0.5 * sin(p.y * 1.2 + 1.5 * sin(p.x * 0.5));
            return vec4(a, b, 0.5 * (a + b), 1.0);
        }
        """)

    private static let shadingKernel = CIColorKernel(
        """
        kernel vec4 ball() {
            vec2 d = destCoord() / 64.0 - 1.0;
            float z = sqrt(max(1.0 - dot(d, d), 0.0));
            vec3 normal = vec3(d, z);
            float light = max(dot(normal, normalize(vec3(-0.5, 0.6, 0.65))), 0.0);
            float shine = pow(max(dot(normal, normalize(vec3(-0.28, 0.33, 0.9))), 0.0), 40.0);
            return vec4(vec3(0.05, 0.10, 0.20) + light * vec3(0.35, 0.55, 0.85) + shine, 1.0);
        }
        """)

    private static let depthKernel = CIColorKernel(
        "kernel vec4 depth() { return vec4(vec3(1.0 - destCoord().y / 240.0), 1.0); }")
}
