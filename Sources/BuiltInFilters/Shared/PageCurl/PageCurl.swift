import CoreImageEssentials
import Foundation

/// The rendering that both page-curl transitions share: the ground, and the page above it.
///
/// The back of the page shows the backside image at the points of the page, so that it is seen mirrored, under the
/// shading image. The shading image is a picture of a sphere in a square. It is put over the back, read at the place
/// where the sphere has the paper's direction; its middle is where the paper is level. Without a shading image, the
/// paper has a sheen of the colour 0.692 whose alpha is, with x the sine of the slope, `0.275 w + 0.205 w²` for w = (x
/// − 0.6) / 0.3 from 0 to 1, and from x = 0.9 on `0.48 − 0.528 v + 0.952 v²` for v = (x − 0.9) / 0.1. Without a
/// backside image the back shows the source.
///
/// Behind the crease the target is seen. Ahead of it, where the page has gaps or ends, the target's opacity is the
/// time. In the last two-hundredth of the time the page fades, because parts of it may still be rolled up outside the
/// extent.
struct PageCurl {
    var source: CIImage
    var target: CIImage
    var backside: CIImage?
    var shading: CIImage?
    /// The rectangle that the cylinder travels over; the source's extent if it is empty.
    var extent: CGRect
    var time: Float
    var angle: Float
    var radius: Float

    private static let functions = """
        // Offsets in radii, along the direction, from where the page's front and back are seen to their points; and the
        // sine of the slope.
        vec3 winding(float beyond, float radius) {
            float x = 1.0 - beyond / radius;
            float sine = clamp(x, 0.0, 1.0);
            float angle = asin(sine);
            return vec3(max(x, 0.0) - angle, x + angle + min(x, 0.0) - 3.14159265, sine);
        }

        """

    private static let page = CIKernel(
        functions + """
            kernel vec4 curledPage(
                sampler page, sampler back, vec2 direction, float crease, float radius, float opacity
            ) {
                vec2 d = destCoord();
                float beyond = dot(d, direction) - crease;
                vec3 wound = winding(beyond, radius);
                vec4 front = sample(page, samplerTransform(page, d + radius * wound.x * direction));
                vec4 rear = sample(back, samplerTransform(back, d + radius * wound.y * direction));
                float w = clamp((wound.z - 0.6) / 0.3, 0.0, 1.0);
                float v = max((wound.z - 0.9) / 0.1, 0.0);
                float sheen = w * (0.275 + 0.205 * w) + v * (0.952 * v - 0.528);
                rear = vec4(mix(rear.rgb, vec3(0.692 * rear.a), sheen), rear.a);
                return (rear + front * (1.0 - rear.a)) * (opacity * clamp(beyond + 0.5, 0.0, 1.0));
            }
            """)

    private static let shadedPage = CIKernel(
        functions + """
            kernel vec4 shadedPage(
                sampler page, sampler back, sampler shading, vec4 square, vec2 direction, float crease, float radius,
                float opacity
            ) {
                vec2 d = destCoord();
                float beyond = dot(d, direction) - crease;
                vec3 wound = winding(beyond, radius);
                vec4 front = sample(page, samplerTransform(page, d + radius * wound.x * direction));
                vec4 rear = sample(back, samplerTransform(back, d + radius * wound.y * direction));
                vec2 place = square.xy + (0.5 - 0.5 * wound.z * direction) * square.zw;
                vec4 light = sample(shading, samplerTransform(shading, place));
                rear = light * rear.a + rear * (1.0 - light.a);
                return (rear + front * (1.0 - rear.a)) * (opacity * clamp(beyond + 0.5, 0.0, 1.0));
            }
            """)

    private static let ground = CIColorKernel(
        """
        kernel vec4 ground(__sample target, vec2 direction, float crease, float shown) {
            return target * mix(1.0, shown, clamp(dot(destCoord(), direction) - crease + 0.5, 0.0, 1.0));
        }
        """)

    /// Returns the transition's image, without a shadow if `shadow` is nil.
    func image(shadow: PageShadow? = nil) -> CIImage {
        let time = TransitionTime(time).value
        if time == 0 { return source }
        if time == 1 { return target }
        let isEmpty = extent.isNull || !(abs(extent.size.width) > 0 && abs(extent.size.height) > 0)
        let travelled = isEmpty ? source.extent : extent
        let curl = CurledPage(
            extent: travelled.isInfinite || travelled.isNull ? .zero : travelled, angle: angle, radius: radius,
            time: time)
        let back = backside ?? source
        let bounds = curl.bounds(of: source.extent.safeUnion(back.extent))
        let below =
            shadow?.image(on: target, of: curl, page: bounds, travelled: travelled, time: time)
            ?? Self.ground.apply(to: target, CIVector(cgPoint: curl.direction), curl.crease, time)
        return bounds.isNull ? below : page(curl, in: bounds, back: back, time: time).composited(over: below)
    }

    private func page(_ curl: CurledPage, in bounds: CGRect, back: CIImage, time: CGFloat) -> CIImage {
        let direction = CIVector(cgPoint: curl.direction)
        let opacity = min((1 - time) * 200, 1)
        guard let shading else {
            let region = CIKernelRegion { index, rect in curl.source(of: rect, back: index == 1) }
            return Self.page.apply(
                to: source, extent: bounds, region: region, back, direction, curl.crease, curl.radius, opacity)
        }
        // Shading without edges or without pixels works with any square.
        let hasEdges = !shading.extent.isInfinite && !shading.extent.isNull && !shading.extent.isEmpty
        let square = hasEdges ? shading.extent : CGRect(x: 0, y: 0, width: 1, height: 1)
        let region = CIKernelRegion { index, rect in
            index == 2 ? square.insetBy(dx: -1, dy: -1) : curl.source(of: rect, back: index == 1)
        }
        return Self.shadedPage.apply(
            to: source, extent: bounds, region: region, back, shading.clampedToExtent(),
            CIVector(x: square.minX, y: square.minY, z: square.width, w: square.height), direction, curl.crease,
            curl.radius, opacity)
    }
}
