/// The reason why pixels of an application can't be a texture.
struct TextureRefusal: Error, Hashable {
    /// The reason, with the remedy.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// Sizes that aren't representable.
    static let tooLarge = TextureRefusal("the texture has more bytes than any memory; make it smaller")
}
