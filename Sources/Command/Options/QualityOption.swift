import ArgumentParser

/// The option `--quality` of commands that write pictures.
struct QualityOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Quality of lossy formats, 0 to 1, or 2 to 100 in percent; 1 is lossless where the format can be. When left out, 0.85 for JPEG, WebP and JPEG XL, 0.5 for HEIC and 0.65 for AVIF, which look the same.",
            valueName: "q"), transform: Self.read)
    var quality: Double?

    /// The quality from 0 to 1, or nil for the format's default.
    var fraction: Double? { quality }

    /// Reads a value of `--quality`, and returns the quality from 0 to 1.
    ///
    /// - Throws: `ValidationError`. A number between 1 and 2 could mean a fraction or percent, so it is refused.
    @Sendable static func read(_ text: String) throws -> Double {
        guard let quality = Double(text), (0...1).contains(quality) || (2...100).contains(quality) else {
            throw ValidationError("write 0 to 1, or 2 to 100 in percent")
        }
        return quality > 1 ? quality / 100 : quality
    }
}
