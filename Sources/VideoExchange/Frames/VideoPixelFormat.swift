/// The arrangement of the samples of a frame in memory. The names are FFmpeg's.
///
/// Samples of more than 8 bits take 16 bits, in the byte order of x86 and ARM (little endian). In planar formats of 9
/// to 15 bits they are in the *low* bits, as decoders give them, and the upper bits are 0; in `p010`, `p210` and `p410`
/// they are in the *high* bits. Nothing is converted between the two: a format of this list that arrives from a decoder
/// is passed on as it is, and any other format is refused with an error that names it.
package enum VideoPixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
    // Grey.
    case gray, gray10le, gray12le, gray16le
    // Y, Cb and Cr in planes of their own.
    case yuv420p, yuv422p, yuv444p, yuv440p, yuv411p, yuv410p
    case yuv420p10le, yuv422p10le, yuv444p10le
    case yuv420p12le, yuv422p12le, yuv444p12le
    // The same with a plane of alpha.
    case yuva420p, yuva422p, yuva444p
    case yuva422p10le, yuva444p10le, yuva444p12le
    // A plane of Y, and one of Cb and Cr in turn.
    case nv12, nv16, nv24
    case p010le, p210le, p410le
    // Y, Cb and Cr in one plane.
    case yuyv422, uyvy422
    // RGB in one plane. `0` stands for a byte without meaning.
    case rgb24, bgr24, rgba, bgra, argb, abgr, rgb0, bgr0, rgb48le, rgba64le
    // G, B and R in planes of their own, in this order, and alpha.
    case gbrp, gbrp10le, gbrp12le, gbrp16le, gbrap, gbrap10le, gbrap12le, gbrap16le
}

extension VideoPixelFormat {
    /// The colours that samples stand for.
    package enum Model: Hashable, Sendable {
        case grey, yCbCr, rgb
    }

    /// A plane of samples.
    struct Plane: Hashable, Sendable {
        /// The base-two logarithm of how many columns of the frame share a group of samples.
        let widthShift: Int
        /// The base-two logarithm of how many rows of the frame share a row.
        let heightShift: Int
        /// The bytes of a group of samples.
        let groupBytes: Int

        init(_ groupBytes: Int, _ widthShift: Int = 0, _ heightShift: Int = 0) {
            (self.groupBytes, self.widthShift, self.heightShift) = (groupBytes, widthShift, heightShift)
        }
    }

    /// The planes, in the order in which they are stored.
    var planes: [Plane] {
        switch self {
        case .gray: [Plane(1)]
        case .gray10le, .gray12le, .gray16le: [Plane(2)]
        case .yuv420p: Self.planar(1, 1, 1)
        case .yuv422p: Self.planar(1, 1, 0)
        case .yuv444p: Self.planar(1, 0, 0)
        case .yuv440p: Self.planar(1, 0, 1)
        case .yuv411p: Self.planar(1, 2, 0)
        case .yuv410p: Self.planar(1, 2, 2)
        case .yuv420p10le, .yuv420p12le: Self.planar(2, 1, 1)
        case .yuv422p10le, .yuv422p12le: Self.planar(2, 1, 0)
        case .yuv444p10le, .yuv444p12le: Self.planar(2, 0, 0)
        case .yuva420p: Self.planar(1, 1, 1) + [Plane(1)]
        case .yuva422p: Self.planar(1, 1, 0) + [Plane(1)]
        case .yuva444p: Self.planar(1, 0, 0) + [Plane(1)]
        case .yuva422p10le: Self.planar(2, 1, 0) + [Plane(2)]
        case .yuva444p10le, .yuva444p12le: Self.planar(2, 0, 0) + [Plane(2)]
        case .nv12: [Plane(1), Plane(2, 1, 1)]
        case .nv16: [Plane(1), Plane(2, 1, 0)]
        case .nv24: [Plane(1), Plane(2, 0, 0)]
        case .p010le: [Plane(2), Plane(4, 1, 1)]
        case .p210le: [Plane(2), Plane(4, 1, 0)]
        case .p410le: [Plane(2), Plane(4, 0, 0)]
        case .yuyv422, .uyvy422: [Plane(4, 1, 0)]
        case .rgb24, .bgr24: [Plane(3)]
        case .rgba, .bgra, .argb, .abgr, .rgb0, .bgr0: [Plane(4)]
        case .rgb48le: [Plane(6)]
        case .rgba64le: [Plane(8)]
        case .gbrp: Self.planar(1, 0, 0)
        case .gbrp10le, .gbrp12le, .gbrp16le: Self.planar(2, 0, 0)
        case .gbrap: Self.planar(1, 0, 0) + [Plane(1)]
        case .gbrap10le, .gbrap12le, .gbrap16le: Self.planar(2, 0, 0) + [Plane(2)]
        }
    }

    /// A plane in full resolution, and two that may have less.
    private static func planar(_ bytes: Int, _ widthShift: Int, _ heightShift: Int) -> [Plane] {
        [Plane(bytes), Plane(bytes, widthShift, heightShift), Plane(bytes, widthShift, heightShift)]
    }

    /// The number of planes.
    package var planeCount: Int { planes.count }

    /// The bits of a sample that have a meaning: 8, 10, 12 or 16.
    package var bitDepth: Int {
        switch self {
        case .gray10le, .yuv420p10le, .yuv422p10le, .yuv444p10le, .yuva422p10le, .yuva444p10le, .p010le, .p210le,
            .p410le, .gbrp10le, .gbrap10le:
            10
        case .gray12le, .yuv420p12le, .yuv422p12le, .yuv444p12le, .yuva444p12le, .gbrp12le, .gbrap12le: 12
        case .gray16le, .rgb48le, .rgba64le, .gbrp16le, .gbrap16le: 16
        default: 8
        }
    }

    /// The colours that samples stand for.
    package var model: Model {
        let name = rawValue
        if name.hasPrefix("gray") { return .grey }
        return ["yuv", "nv", "p010", "p210", "p410", "yuyv", "uyvy"].contains { name.hasPrefix($0) } ? .yCbCr : .rgb
    }

    /// The number of samples of Cb for each pixel: 1, 1/2 or 1/4 in most formats, 0 in those without.
    package var chromaShare: Double {
        guard model == .yCbCr else { return 0 }
        // One plane has Y, Cb and Cr of pairs of columns.
        guard planes.count > 1 else { return 0.5 }
        return 1 / Double(1 << (planes[1].widthShift + planes[1].heightShift))
    }

    /// Whether samples of alpha are stored.
    package var hasAlpha: Bool {
        rawValue.hasPrefix("yuva") || rawValue.hasPrefix("gbrap")
            || [.rgba, .bgra, .argb, .abgr, .rgba64le].contains(self)
    }
}
