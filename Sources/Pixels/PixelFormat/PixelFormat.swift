#if _endian(big)
    #error("Pixels in memory are little-endian, but this processor isn't. See `PixelFormat`.")
#endif

/// The storage of pixels in memory: the order of the channels and their type. Names follow `CIFormat`.
///
/// Channels are listed in memory order. An integer stands for `value / maximum`. Components of several bytes are
/// little-endian, which is the byte order of all processors that this library runs on: bitmaps and stored recipes have
/// the same bytes everywhere, and generated code loads components without swapping bytes. The format doesn't determine
/// the colour space or premultiplication.
package struct PixelFormat: Hashable, Sendable {
    /// The type of one channel, in rising order of the values that it can store.
    package enum Component: String, Hashable, Sendable, Codable, CaseIterable {
        /// Unsigned 8-bit, 0…255 for 0…1.
        case uint8
        /// Unsigned 16-bit, 0…65535 for 0…1.
        case uint16
        /// IEEE half.
        case float16
        /// IEEE single.
        case float32

        /// Number of bytes of one channel.
        @inlinable package var byteCount: Int {
            switch self {
            case .uint8: 1
            case .uint16, .float16: 2
            case .float32: 4
            }
        }

        /// Whether values outside 0…1 can be stored.
        package var isFloat: Bool { self == .float16 || self == .float32 }
    }

    /// The channels, in memory order.
    package enum Layout: String, Hashable, Sendable, Codable, CaseIterable {
        /// Red, green, blue, alpha.
        case rgba
        /// Blue, green, red, alpha.
        case bgra
        /// Alpha, red, green, blue.
        case argb
        /// Alpha, blue, green, red.
        case abgr
        /// Red, green, blue, and a channel that is ignored when read, and written with its maximum.
        case rgbx
        /// Red, green, blue.
        case rgb
        /// Red; green and blue read as 0.
        case r
        /// Red and green; blue reads as 0.
        case rg
        /// Luminance.
        case l
        /// Luminance and alpha.
        case la
        /// Alpha; colours read as 0.
        case a

        /// Number of channels.
        @inlinable package var channelCount: Int {
            switch self {
            case .rgba, .bgra, .argb, .abgr, .rgbx: 4
            case .rgb: 3
            case .rg, .la: 2
            case .r, .l, .a: 1
            }
        }

        /// Whether alpha is stored.
        package var hasAlpha: Bool {
            switch self {
            case .rgba, .bgra, .argb, .abgr, .la, .a: true
            case .rgbx, .rgb, .r, .rg, .l: false
            }
        }

        /// Whether colour is stored as luminance.
        package var isGray: Bool { self == .l || self == .la }

        /// Whether Core Image has this order of channels for 8-bit components only.
        fileprivate var isForBytesOnly: Bool { self == .bgra || self == .argb || self == .abgr }
    }

    /// The type of each channel.
    package var component: Component
    /// The channels, in memory order.
    package var layout: Layout
    /// Whether each row stores all values of a channel before those of the next one. The channels share the row's bytes
    /// equally. Such pixels only pass from kernels to the code that stores them elsewhere, and the format has no name.
    package var isPlanar = false

    /// Creates a format from its channels and their type, which are stored pixel by pixel.
    package init(_ layout: Layout, _ component: Component) { (self.layout, self.component) = (layout, component) }

    /// Red, green and blue as floats, each in a part of its own of every row.
    package static let planarRGBf: PixelFormat = {
        var format = PixelFormat(.rgb, .float32)
        format.isPlanar = true
        return format
    }()

    /// All formats that have a name: each layout with each component, except that reordered channels exist for bytes
    /// only.
    package static let all: [PixelFormat] = Layout.allCases.flatMap { layout in
        Component.allCases.filter { $0 == .uint8 || !layout.isForBytesOnly }.map { PixelFormat(layout, $0) }
    }

    /// The name, as in `CIFormat`: `RGBA8`, `RGBAh` …
    package var name: String {
        let suffix =
            switch component {
            case .uint8: "8"
            case .uint16: "16"
            case .float16: "h"
            case .float32: "f"
            }
        return layout.rawValue.uppercased() + suffix
    }

    /// Number of bytes of one pixel.
    @inlinable package var bytesPerPixel: Int { component.byteCount * layout.channelCount }

    /// Distance in bytes between the first channels of neighbouring pixels.
    @inlinable package var pixelStride: Int { isPlanar ? component.byteCount : bytesPerPixel }

    /// Whether alpha is stored.
    package var hasAlpha: Bool { layout.hasAlpha }

    /// Whether values outside 0…1 can be stored.
    package var isFloat: Bool { component.isFloat }

    /// The positions in memory of red, green, blue and alpha; nil unless a pixel is four 8-bit components, one of them
    /// alpha. Zeros are then a transparent pixel.
    package var byteOrder: SIMD4<Int>? {
        if component != .uint8 { return nil }
        switch layout {
        case .rgba: return [0, 1, 2, 3]
        case .bgra: return [2, 1, 0, 3]
        case .argb: return [1, 2, 3, 0]
        case .abgr: return [3, 2, 1, 0]
        case .rgbx, .rgb, .r, .rg, .l, .la, .a: return nil
        }
    }

    /// Whether a pixel is four 8-bit components, one of them alpha.
    package var isFourBytes: Bool { byteOrder != nil }
}
