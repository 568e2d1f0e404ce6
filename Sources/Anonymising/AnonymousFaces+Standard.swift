extension AnonymousFaces {
    /// The default style and margin.
    package static let standard = AnonymousFaces()
}
