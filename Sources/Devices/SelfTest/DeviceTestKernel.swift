import ImageGraph
import Pixels

/// A kernel with which devices are tested.
struct DeviceTestKernel: Sendable {
    /// What is tested.
    let name: String
    let text: String
    /// The value of each argument that isn't an image.
    var argument: [Float] = [0.375]
    var transform = CGAffineTransform.identity
    var interpolation = Interpolation.linear
    var wrap = WrapMode.transparent

    /// One kernel for each part of a device's code.
    static let all: [DeviceTestKernel] = [
        DeviceTestKernel(
            name: "arithmetic",
            text: """
                kernel vec4 arithmetic(__sample s, float f) {
                    vec4 t = s * f - s.bgra / 3.0 + vec4(0.25, -0.5, 1.5, f);
                    return vec4(dot(t, s), t.yz * t.x, clamp(t.w, 0.0, 1.0));
                }
                """),
        DeviceTestKernel(
            name: "comparisons and conversions",
            text: """
                kernel vec4 choices(__sample s, float f) {
                    float steps = floor(s.r * 10.0) + fract(s.g * 7.0);
                    bool isLarge = s.b > f || !(s.a < 0.5);
                    return vec4(steps, isLarge ? mod(s.r, 0.3) : step(f, s.g), sign(s.b - 0.5), abs(s.r) + min(s.g, f));
                }
                """),
        DeviceTestKernel(
            name: "square roots and powers",
            text: """
                kernel vec4 powers(__sample s, float f) {
                    vec4 p = max(s, 0.001);
                    return vec4(sqrt(p.r), inversesqrt(p.g), pow(p.b, f), exp2(s.a) + log2(p.a));
                }
                """),
        DeviceTestKernel(
            name: "angles",
            text: """
                kernel vec4 angles(__sample s, float f) {
                    return vec4(sin(s.r * 6.0), cos(s.g + f), atan(s.b, s.a + 0.1), exp(-s.a));
                }
                """),
        DeviceTestKernel(
            name: "coordinates and sampling between pixels",
            text: """
                kernel vec4 between(sampler image, float f) {
                    vec2 d = destCoord();
                    return sample(image, samplerTransform(image, d * 0.75 + vec2(f, -f)));
                }
                """, transform: CGAffineTransform(a: 0.5, b: 0.125, c: -0.25, d: 1.5, tx: 3, ty: -2)),
        DeviceTestKernel(
            name: "nearest pixels and repeated edges",
            text: """
                kernel vec4 edges(sampler image, float f) {
                    return sample(image, samplerTransform(image, destCoord() * 2.0 - vec2(20.0, 11.0 * f)));
                }
                """, interpolation: .nearest, wrap: .clamp),
        DeviceTestKernel(
            name: "two images",
            text: """
                kernel vec4 both(sampler first, sampler second, float f) {
                    vec4 one = sample(first, samplerCoord(first)), two = sample(second, samplerCoord(second));
                    return mix(one, two, f) + vec4(samplerSize(second).x * 0.01, 0.0, 0.0, 0.0);
                }
                """),
        DeviceTestKernel(
            name: "loops",
            text: """
                kernel vec4 loops(sampler image, float f) {
                    vec4 sum = vec4(0.0);
                    int count = int(mod(destCoord().x + 100.0, 7.0));
                    for (int i = 0; i < count; i++) {
                        sum += f * sample(image, samplerTransform(image, destCoord() + vec2(float(i), 1.0)));
                        if (sum.r > 1.0) break;
                    }
                    return sum;
                }
                """),
        DeviceTestKernel(
            name: "loops without an end",
            text: """
                kernel vec4 endless(__sample s, float f) {
                    float x = f;
                    while (x < 1.0) { x = x * 1.0; }
                    return s * x;
                }
                """),
    ]
}
