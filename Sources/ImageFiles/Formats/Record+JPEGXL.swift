import CVips
import Foundation

extension ImageFileFormat.Record {
    static let jpegXL = Self(
        displayName: "JPEG XL", extensions: ["jxl"], typeIdentifier: "public.jpeg-xl", loader: "Jxl",
        module: .jpegXL, metadata: .jpegXLBoxes,
        encoding: .init(
            encoder: VipsSaver(nickname: "jxlsave_target") { [$0.losslessOrQuality] },
            // The codestream can store the orientation, but libvips doesn't write it.
            kept: .init(orientation: .upright, depths: [.bits8, .bits16]), defaultQuality: 0.85))
}

extension CoderModule {
    /// A file is a container of boxes or a bare codestream.
    fileprivate static let jpegXL = Self(CVIPS_MODULE_JXL) { start in
        start.dropFirst(4).prefix(4).elementsEqual("JXL ".utf8) || start.starts(with: [0xFF, 0x0A])
    }
}
