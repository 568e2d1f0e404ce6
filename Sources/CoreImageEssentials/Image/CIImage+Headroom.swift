import Foundation

extension CIImage {
    private static let headroomKey = "ContentHeadroom"

    /// The brightest light that the picture is made for, relative to white: 1 for a picture that doesn't exceed white,
    /// more for a brighter one, 0 if unknown. Tone-mapping filters use it.
    ///
    /// A filter's result has the headroom of its first image, as with all metadata, until `settingContentHeadroom(_:)`
    /// or a tone-mapping filter changes it. Images read from files have an unknown headroom.
    public var contentHeadroom: Float { Self.contentHeadroom(in: properties) }

    /// Returns the headroom in an image's properties, or 0.
    static func contentHeadroom(in properties: [String: Any]) -> Float { properties[headroomKey] as? Float ?? 0 }

    /// Returns the same image with another content headroom. Pixels don't change.
    ///
    /// - Parameter headroom: The brightest light relative to white, at least 1. A number below 1, or one that isn't
    ///   finite, makes the headroom unknown.
    public func settingContentHeadroom(_ headroom: Float) -> CIImage {
        var changed = properties
        changed[Self.headroomKey] = headroom.isFinite && headroom >= 1 ? headroom : nil
        return settingProperties(changed)
    }
}
