import CoreImageEssentials
import Foundation
import VideoExchange

/// H.264 of low quality: at most 400 pixels on the longer side.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 of medium quality: at most 568 pixels on the longer side.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 of high quality, in the size of the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC of high quality, in the size of the source, with 10 bits if the source has more than 8.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264, at most 640 × 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264, at most 960 × 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264, at most 1280 × 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264, at most 1920 × 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264, at most 3840 × 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC, at most 1920 × 1080 pixels.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC, at most 3840 × 2160 pixels.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// ProRes 422. Sound is copied, and isn't converted to linear PCM.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444, without alpha. Sound is copied, and isn't converted to linear PCM.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
/// All tracks are copied without decoding them.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// What a preset stands for.
struct ExportPreset: Sendable {
    /// The name.
    let name: String
    /// The codec; nil if all tracks are copied.
    let codec: VideoEncoding.Codec?
    var profile: String?
    var quality = VideoEncoding.Quality.standard
    /// The longer and the shorter side of the largest result; nil for the size of the source.
    var sides: (long: CGFloat, short: CGFloat)?

    /// All presets.
    static let all: [ExportPreset] = [
        .init(name: AVAssetExportPresetLowQuality, codec: .h264, quality: .rateFactor(30), sides: (400, 400)),
        .init(name: AVAssetExportPresetMediumQuality, codec: .h264, quality: .rateFactor(26), sides: (568, 568)),
        .init(name: AVAssetExportPresetHighestQuality, codec: .h264, quality: .rateFactor(18)),
        .init(name: AVAssetExportPresetHEVCHighestQuality, codec: .hevc, quality: .rateFactor(20)),
        .init(name: AVAssetExportPreset640x480, codec: .h264, sides: (640, 480)),
        .init(name: AVAssetExportPreset960x540, codec: .h264, sides: (960, 540)),
        .init(name: AVAssetExportPreset1280x720, codec: .h264, sides: (1280, 720)),
        .init(name: AVAssetExportPreset1920x1080, codec: .h264, sides: (1920, 1080)),
        .init(name: AVAssetExportPreset3840x2160, codec: .h264, sides: (3840, 2160)),
        .init(name: AVAssetExportPresetHEVC1920x1080, codec: .hevc, sides: (1920, 1080)),
        .init(name: AVAssetExportPresetHEVC3840x2160, codec: .hevc, sides: (3840, 2160)),
        .init(name: AVAssetExportPresetAppleProRes422LPCM, codec: .prores, profile: "standard"),
        .init(name: AVAssetExportPresetAppleProRes4444LPCM, codec: .prores, profile: "4444"),
        .init(name: AVAssetExportPresetPassthrough, codec: nil),
    ]

    /// Returns the preset with a name, or nil.
    static func named(_ name: String) -> ExportPreset? { all.first { $0.name == name } }

    /// The types of files that can hold the result.
    var fileTypes: [AVFileType] {
        switch codec {
        case .prores: [.mov, .matroska]
        case nil: AVFileType.all
        default: [.mov, .mp4, .m4v, .matroska, .mpegTransportStream]
        }
    }

    /// Returns the size of the result for frames of a size: not larger, with the same proportions, and even sides if
    /// it is reduced.
    func size(for source: CGSize) -> CGSize {
        guard let sides, source.width > 0, source.height > 0 else { return source }
        let isWide = source.width >= source.height
        let limit =
            isWide
            ? CGSize(width: sides.long, height: sides.short)
            : CGSize(
                width: sides.short, height: sides.long)
        let scale = min(1, limit.width / source.width, limit.height / source.height)
        guard scale < 1 else { return source }
        func even(_ side: CGFloat) -> CGFloat { max(2, (side * scale / 2).rounded() * 2) }
        return CGSize(width: even(source.width), height: even(source.height))
    }
}
