import CFFmpeg
import VideoExchange

extension ColourTags {
    /// Creates tags from FFmpeg's numbers, which are those of H.273.
    init(
        range: AVColorRange, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace,
        chromaLocation: AVChromaLocation
    ) {
        self.init(
            range: range == AVCOL_RANGE_MPEG ? .video : range == AVCOL_RANGE_JPEG ? .full : nil,
            primaries: Self.known(primaries.rawValue), transfer: Self.known(transfer.rawValue),
            matrix: matrix.rawValue == 0 ? 0 : Self.known(matrix.rawValue),
            chromaLocation: Self.location(chromaLocation))
    }

    /// Returns a number of H.273, or nil if it states nothing: 2 stands for that, and 0 and 3 are reserved, apart from
    /// the matrix 0, which stands for RGB. Some encoders write 0 for what they don't know.
    private static func known(_ value: UInt32) -> UInt8? { [0, 2, 3].contains(value) ? nil : UInt8(exactly: value) }

    private static let locations: [(ChromaLocation, AVChromaLocation)] = [
        (.left, AVCHROMA_LOC_LEFT), (.center, AVCHROMA_LOC_CENTER), (.topLeft, AVCHROMA_LOC_TOPLEFT),
        (.top, AVCHROMA_LOC_TOP), (.bottomLeft, AVCHROMA_LOC_BOTTOMLEFT), (.bottom, AVCHROMA_LOC_BOTTOM),
    ]

    private static func location(_ value: AVChromaLocation) -> ChromaLocation? {
        locations.first { $0.1 == value }?.0
    }

    var libraryRange: AVColorRange {
        switch range {
        case .video: AVCOL_RANGE_MPEG
        case .full: AVCOL_RANGE_JPEG
        case nil: AVCOL_RANGE_UNSPECIFIED
        }
    }

    var libraryPrimaries: AVColorPrimaries { AVColorPrimaries(rawValue: UInt32(primaries ?? 2)) }

    var libraryTransfer: AVColorTransferCharacteristic {
        AVColorTransferCharacteristic(rawValue: UInt32(transfer ?? 2))
    }

    var libraryMatrix: AVColorSpace { AVColorSpace(rawValue: UInt32(matrix ?? 2)) }

    var libraryChromaLocation: AVChromaLocation {
        Self.locations.first { $0.0 == chromaLocation }?.1 ?? AVCHROMA_LOC_UNSPECIFIED
    }
}

extension MasteringDisplay {
    private static let chromaticityUnit: Int32 = 50_000
    private static let luminanceUnit: Int32 = 10_000

    /// Reads FFmpeg's structure.
    init(_ data: AVMasteringDisplayMetadata) {
        func number(_ value: AVRational, _ unit: Int32) -> Int32 {
            guard value.den != 0 else { return 0 }
            return Int32(clamping: (Int64(value.num) * Int64(unit) + Int64(value.den) / 2) / Int64(value.den))
        }
        let (red, green, blue) = data.display_primaries
        let points = [red.0, red.1, green.0, green.1, blue.0, blue.1, data.white_point.0, data.white_point.1]
        let hasLuminance = data.has_luminance != 0
        self.init(
            chromaticities: data.has_primaries != 0 ? points.map { number($0, Self.chromaticityUnit) } : nil,
            minimumLuminance: hasLuminance ? number(data.min_luminance, Self.luminanceUnit) : nil,
            maximumLuminance: hasLuminance ? number(data.max_luminance, Self.luminanceUnit) : nil)
    }

    /// FFmpeg's structure.
    var metadata: AVMasteringDisplayMetadata {
        var result = AVMasteringDisplayMetadata()
        if let points = chromaticities, points.count == 8 {
            let values = points.map { AVRational(num: $0, den: Self.chromaticityUnit) }
            result.display_primaries = ((values[0], values[1]), (values[2], values[3]), (values[4], values[5]))
            result.white_point = (values[6], values[7])
            result.has_primaries = 1
        }
        if let minimumLuminance, let maximumLuminance {
            result.min_luminance = AVRational(num: minimumLuminance, den: Self.luminanceUnit)
            result.max_luminance = AVRational(num: maximumLuminance, den: Self.luminanceUnit)
            result.has_luminance = 1
        }
        return result
    }
}
