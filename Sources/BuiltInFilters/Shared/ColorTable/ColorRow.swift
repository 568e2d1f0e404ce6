import CoreImageEssentials
import Foundation
import Pixels

/// A one-dimensional table of numbers for kernels: an image of n × 1 pixels whose lower left corner is the origin.
///
/// Kernels bind it as `__table`, so that the numbers aren't colour-converted. They read whole entries at
/// `(i + 0.5, 0.5)` and interpolate in the kernel, because a sampler rounds positions between pixels.
struct ColorRow: Sendable {
    /// The table as an image for a `__table` parameter.
    let image: CIImage
    /// Index of the last entry, as a kernel argument.
    let last: Float
    /// Region function of a kernel whose first image is the picture and whose second is this table: the written pixel
    /// of the picture, and the whole table.
    let region: CIKernelRegion

    /// Creates a table of at least two entries, the first at the left.
    init(_ entries: [SIMD4<Float>]) {
        let extent = CGRect(x: 0, y: 0, width: entries.count, height: 1)
        // `Data` stores a few bytes inline, and a bitmap over inline bytes takes an extra pass to read. So short rows
        // are padded; the padding is never read.
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
    /// Creates a table in linear light from sRGB-encoded colours at places from 0 to 1, interpolated linearly between
    /// the encoded values.
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

    /// Returns the linear light for an sRGB-encoded number (IEC 61966-2-1).
    private static func linear(_ encoded: Float) -> Float {
        encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }
}

extension ColorRow {
    /// Replaces each colour by the table's colour for its luminance: the first entry for black, the last one for white.
    /// The place in the table is the sRGB-encoded luminance of the unpremultiplied colour, clamped to 0…1. Alpha is
    /// kept.
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
