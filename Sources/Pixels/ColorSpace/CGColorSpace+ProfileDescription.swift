import CLCMS
import Foundation

extension CGColorSpace {
    /// The English name stored in the space's ICC profile; nil if there is no profile, or it has no name.
    public var profileDescription: String? {
        guard let data = copyICCData(), let handle = ICCProfile.open(data) else { return nil }
        defer { cmsCloseProfile(handle) }
        let capacity = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", nil, 0)
        guard capacity > 1, capacity < 4096 else { return nil }
        var text = [CChar](repeating: 0, count: Int(capacity) + 1)
        cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, capacity)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
