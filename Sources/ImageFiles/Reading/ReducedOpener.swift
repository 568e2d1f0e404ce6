import Pixels

/// What opens a picture at a fraction of its size.
struct ReducedOpener: Sendable {
    /// The reduced picture's place in the full one. Its size is that of the picture which `opener` opens.
    let reduction: SourceReduction
    let opener: any PictureOpener
    /// The bytes that the decoder holds of the full picture meanwhile.
    let heldBytes: Int
}
