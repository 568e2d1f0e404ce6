import ArgumentParser

/// The option `--quality` of commands that write pictures.
struct QualityOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Quality of lossy formats, 0 to 1, or 2 to 100 in percent; 1 is lossless where the format can be. When left out, 0.85 for JPEG, WebP and JPEG XL, 0.5 for HEIC and 0.65 for AVIF, which look the same.",
            valueName: "q"))
    var quality: Double?

    func validate() throws {
        if let quality, !(0...100).contains(quality) {
            throw ValidationError("--quality \(quality): write 0 to 1, or 2 to 100")
        }
    }

    /// The quality from 0 to 1, or nil for the format's default.
    var fraction: Double? { quality.map { $0 > 1 ? $0 / 100 : $0 } }
}
