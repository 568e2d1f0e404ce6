import CVips
import Foundation

extension ImageFileFormat.Record {
    static let heif = Self(
        displayName: "HEIF", extensions: ["heic", "heif"], typeIdentifier: "public.heic", loader: "Heif",
        module: .heif, metadata: .heifItems,
        encoding: .init(
            encoder: VipsSaver(
                nickname: "heifsave_target",
                options: { [("compression", "hevc"), $0.heifDepth, $0.losslessOrQuality] },
                hasCodec: { hasHEVC }),
            kept: .heif, defaultQuality: 0.5, maximumSide: 16384,
            source: "libheif's x265 plug-in, Debian's libheif-plugin-x265"))

    private static let hasHEVC = VipsEncoder.encodesSample(as: .heif)
}

// AVIF is HEIF with another codec, so it shares these.

extension KeptProperties {
    /// The format can store a transformation, but libvips doesn't write one.
    static let heif = Self(orientation: .upright, depths: [.bits8, .bits12])
}

extension CoderModule {
    static let heif = Self(CVIPS_MODULE_HEIF) { $0.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8) }
}

extension VipsSaver.Request {
    /// The option for the number of bits of a component.
    var heifDepth: VipsSaver.Option { ("bitdepth", picture.pixelFormat.component == .uint16 ? "12" : "8") }
}
