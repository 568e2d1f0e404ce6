import Foundation

extension CIImage {
    private static let headroomKey = "ContentHeadroom"

    /// The brightest light that the picture is made for, in relation to white: 1 for one that stays below white, more
    /// for a brighter one, 0 when it isn't known. Tone maps make room for it.
    ///
    /// A filter's result has its first image's, as with all metadata, until `settingContentHeadroom(_:)` or a tone map
    /// gives it another. Pictures read from files have an unknown one.
    public var contentHeadroom: Float { Self.contentHeadroom(in: properties) }

    /// The headroom that an image's properties state, or 0.
    static func contentHeadroom(in properties: [String: Any]) -> Float { properties[headroomKey] as? Float ?? 0 }

    /// The same picture, said to be made for light up to `headroom` times white; a number below 1 and one that isn't
    /// finite make it unknown.
    public func settingContentHeadroom(_ headroom: Float) -> CIImage {
        var changed = properties
        changed[Self.headroomKey] = headroom.isFinite && headroom >= 1 ? headroom : nil
        return settingProperties(changed)
    }
}
