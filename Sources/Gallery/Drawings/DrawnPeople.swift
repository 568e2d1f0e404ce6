import CoreImage

/// A drawing of two people, made by a kernel, for filters that need faces. It avoids the rights of people in
/// photographs.
///
/// It has the features that detectors look for: eye sockets darker than forehead and cheeks, a light bridge of the
/// nose, a dark mouth.
enum DrawnPeople {
    /// The size for which the drawing is designed. In other frames it is scaled to the frame's height.
    static let size = GalleryScene.frame.size

    /// The bounds of the faces in a frame of `size`, from ear to ear and from hairline to chin, larger face first.
    static let faces = [
        CGRect(x: 65, y: 86, width: 70, height: 92), CGRect(x: 196, y: 72, width: 60, height: 80),
    ]

    /// Returns the drawing in a frame.
    static func image(in frame: CGRect) -> CIImage {
        kernel.apply(extent: frame, arguments: [CIVector(cgRect: frame), Float(size.height)]) ?? CIImage.empty()
    }

    private static let kernel = CIColorKernel(
        """
        float inside(float distance, float softness) { return 1.0 - smoothstep(-softness, softness, distance); }

        float oval(vec2 p, vec2 center, vec2 radii) { return length((p - center) / radii) - 1.0; }

        float spot(vec2 p, vec2 center, vec2 radii) {
            vec2 d = (p - center) / radii;
            return exp(-dot(d, d));
        }

        vec3 side(vec3 below, vec2 p, vec3 hair, float sign) {
            vec3 face = below;
            vec2 eye = vec2(sign * 0.33, 0.17);
            float cheek = 0.1 * spot(p, vec2(sign * 0.42, -0.22), vec2(0.19));
            face *= 1.0 + cheek * vec3(1.0, 0.8, 0.75);
            face *= 1.0 - 0.45 * spot(p, eye + vec2(0.0, 0.03), vec2(0.25, 0.16));
            float away = abs(p.x) - 0.33;
            float brow = spot(vec2(0.0, p.y), vec2(0.0, 0.38 - away * away), vec2(1.0, 0.055));
            float ownSide = step(0.0, p.x * sign);
            face = mix(face, 0.8 * hair, 0.85 * ownSide * brow * inside(abs(away - 0.01) - 0.22, 0.06));
            face = mix(face, vec3(0.78, 0.76, 0.74), 0.8 * inside(oval(p, eye, vec2(0.155, 0.075)), 0.25));
            face = mix(face, vec3(0.10, 0.07, 0.05), inside(oval(p, eye, vec2(0.075, 0.078)), 0.2));
            float across = p.x - eye.x;
            float lid = spot(vec2(0.0, p.y), vec2(0.0, 0.245 - 0.9 * across * across), vec2(1.0, 0.03));
            return mix(face, vec3(0.15, 0.09, 0.07), 0.9 * lid * inside(abs(across) - 0.16, 0.05));
        }

        vec3 person(vec3 below, vec2 place, vec2 middle, float radius, vec3 skin, vec3 hair, vec3 shirt, float longHair) {
            vec2 p = (place - middle) / radius;
            vec3 color = mix(below, hair, inside(oval(p, vec2(0.0, 0.18 - 0.25 * longHair), vec2(0.92, 1.05 + 0.35 * longHair)), 0.04));
            color = mix(color, shirt * (1.0 - 0.15 * abs(p.x)), inside(oval(p, vec2(0.0, -2.3), vec2(1.75, 1.15)), 0.03));
            color = mix(color, 0.72 * skin, inside(max(abs(p.x) - 0.34, abs(p.y + 1.05) - 0.4), 0.04));

            vec3 face = skin * (1.06 - 0.22 * p.x * p.x - 0.1 * abs(p.x) + 0.06 * p.y);
            face = side(side(face, p, hair, -1.0), p, hair, 1.0);
            float bridge = spot(p, vec2(0.0, p.y), vec2(0.09, 1.0)) * smoothstep(-0.25, 0.0, p.y) * (1.0 - smoothstep(0.25, 0.55, p.y));
            face *= 1.0 + 0.18 * bridge;
            face *= 1.0 - 0.5 * spot(vec2(abs(p.x), p.y), vec2(0.10, -0.28), vec2(0.07, 0.05));
            float mouth = 0.35 * p.x * p.x - 0.55;
            float lips = inside(abs(p.x) - 0.29, 0.06) * spot(vec2(0.0, p.y), vec2(0.0, mouth), vec2(1.0, 0.07));
            float gap = inside(abs(p.x) - 0.27, 0.05) * spot(vec2(0.0, p.y), vec2(0.0, mouth), vec2(1.0, 0.02));
            face = mix(face, vec3(0.93, 0.36, 0.33) * dot(skin, vec3(0.3333)), 0.9 * lips);
            face = mix(face, vec3(0.22, 0.06, 0.06), 0.9 * gap);
            face *= 1.0 - 0.16 * spot(p, vec2(0.0, -0.76), vec2(0.3, 0.06));
            color = mix(color, face, inside(oval(p, vec2(0.0), vec2(0.74 + 0.06 * clamp(p.y, -1.0, 1.0), 1.0)), 0.03));

            float fringe = max(oval(p, vec2(0.0, 0.05), vec2(0.86, 1.12)), 0.62 + 0.5 * p.x * p.x + 0.12 * p.x - p.y);
            return mix(color, hair * (1.0 + 0.25 * sin(p.x * 23.0 + p.y * 9.0)), inside(fringe, 0.04));
        }

        kernel vec4 people(vec4 frame, float height) {
            vec2 p = (destCoord() - frame.xy) * height / frame.w;
            vec3 color = mix(vec3(0.55, 0.62, 0.60), vec3(0.80, 0.86, 0.90), p.y / height);
            color *= 1.0 + 0.06 * sin(p.x * 0.05) * sin(p.y * 0.043 + 1.0) + 0.03 * sin(p.x * 0.8) * sin(p.y * 0.8);
            color = person(color, p, vec2(100.0, 132.0), 46.0,
                vec3(0.86, 0.64, 0.52), vec3(0.20, 0.13, 0.09), vec3(0.20, 0.36, 0.52), 1.0);
            color = person(color, p, vec2(226.0, 112.0), 40.0,
                vec3(0.52, 0.35, 0.25), vec3(0.08, 0.06, 0.06), vec3(0.80, 0.52, 0.18), 0.0);
            return vec4(srgb_to_linear(clamp(color, 0.0, 1.0)), 1.0);
        }
        """)
}
