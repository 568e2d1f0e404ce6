extension ImageFileFormat.Record {
    /// Drawings are only read; see the folder VectorDrawing.
    static let svg = Self(
        displayName: "SVG", extensions: ["svg"], typeIdentifier: "public.svg-image", loader: "Svg")
}
