import CLCMS
import Foundation

extension CGColorSpace {
    /// The English name stored in the space's ICC profile; nil if there is no profile, or it has no name.
    package var profileDescription: String? { copyICCData().flatMap(ICCProfile.englishName(of:)) }
}

extension ICCProfile {
    /// The English name stored in the profile; nil if it has none.
    var englishName: String? { Self.englishName(of: data) }

    /// Returns the English name stored in a profile; nil if it has none, or can't be read.
    static func englishName(of data: Data) -> String? {
        guard let handle = ICCProfile.open(data) else { return nil }
        defer { cmsCloseProfile(handle) }
        let capacity = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", nil, 0)
        guard capacity > 1, capacity < 4096 else { return nil }
        var text = [CChar](repeating: 0, count: Int(capacity) + 1)
        cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, capacity)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
