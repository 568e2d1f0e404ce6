import Foundation
import Pixels

/// A one-dimensional table of numbers for kernels: an image of n × 1 pixels whose lower left corner is the origin.
///
/// Kernels bind it as `__table`, so that nothing converts the numbers, and read whole entries at `(i + 0.5, 0.5)`; they
/// interpolate themselves, as a sampler's positions between pixels are rounded.
struct ColorRow: Sendable {
    /// The table as an image for a `__table` parameter.
    let image: CIImage
    /// Index of the last entry, as kernels take it.
    let last: Float
    /// What a kernel reads that has the picture as its first image and this table as its second: the same pixel, and
    /// every entry.
    let region: CIKernelRegion

    /// A table of at least two entries, the first at the left.
    init(_ entries: [SIMD4<Float>]) {
        let extent = CGRect(x: 0, y: 0, width: entries.count, height: 1)
        // Few bytes would be read in a pass of their own, as `Data` keeps them in itself; the rest of the row isn't
        // read.
        let padding = [SIMD4<Float>](repeating: .zero, count: max(0, 8 - entries.count))
        let bytes = (entries + padding).withUnsafeBytes { Data($0) }
        image = CIImage(
            bitmapData: bytes, bytesPerRow: bytes.count, size: extent.size, format: .RGBAf, colorSpace: nil
        ).samplingNearest()
        last = Float(entries.count - 1)
        region = .same(table: extent)
    }
}

extension ColorRow {
    /// A table in linear light that runs through sRGB-encoded colours at given places from 0 to 1, straight between
    /// them as encoded numbers.
    init(knots: [(place: Float, color: SIMD3<Float>)], count: Int = 256) {
        self.init(
            (0..<count).map { index in
                let place = Float(index) / Float(count - 1)
                let next = min(max(knots.firstIndex { $0.place >= place } ?? knots.count - 1, 1), knots.count - 1)
                let (low, high) = (knots[next - 1], knots[next])
                let part = min(max((place - low.place) / (high.place - low.place), 0), 1)
                let encoded = low.color + (high.color - low.color) * part
                return SIMD4(Self.linear(encoded.x), Self.linear(encoded.y), Self.linear(encoded.z), 1)
            })
    }

    /// IEC 61966-2-1: light from an encoded number.
    private static func linear(_ encoded: Float) -> Float {
        encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }
}

extension ColorRow {
    /// Replaces colours by the table's, the first entry for black and the last one for white: the place is the
    /// sRGB-encoded luminance of the unpremultiplied colour, held within 0…1. Alpha is kept.
    func mappingLuminance(of image: CIImage) -> CIImage {
        Self.luminanceKernel.apply(to: image, region: region, self.image, last)
    }

    private static let luminanceKernel = CIKernel(
        """
        kernel vec4 luminanceTable(__sample image, __table colors, float last) {
            vec4 c = unpremultiply(image);
            float light = min(max(0.0, dot(c.rgb, vec3(0.2126, 0.7152, 0.0722))), 1.0);
            float place = linear_to_srgb(light) * last;
            float entry = clamp(floor(place), 0.0, last - 1.0);
            vec3 low = sample(colors, samplerTransform(colors, vec2(entry + 0.5, 0.5))).rgb;
            vec3 high = sample(colors, samplerTransform(colors, vec2(entry + 1.5, 0.5))).rgb;
            return vec4(mix(low, high, place - entry), 1.0) * c.a;
        }
        """)
}
