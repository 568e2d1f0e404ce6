/// Tells kernels in Metal's language, which share a file name's ending and a few words with kernels in the Core Image Kernel Language.
enum MetalText {
    /// Words that stand in every Metal kernel of Core Image and mean nothing in the kernel language.
    private static let words: Set<String> = ["extern", "namespace", "using", "stitchable", "sample_t", "sample_h"]
    /// Texts of which a Metal source has at least one.
    private static let marks = [
        "<CoreImage/CoreImage.h>", "<metal_stdlib>", "using namespace metal", "namespace coreimage", "coreimage::",
        "stitchable", "extern \"C\"",
    ]

    /// The word that shows that a source is Metal, or nil for a source in the kernel language.
    ///
    /// - Parameter tokens: the source's tokens, those before the first error at least; comments are no tokens.
    static func firstWord(in tokens: [Token], of source: KernelSource) -> Token? {
        guard let word = tokens.first(where: { $0.kind == .identifier && words.contains($0.text) }),
            marks.contains(where: { source.text.contains($0) })
        else { return nil }
        return word
    }

    /// The one error for such a source.
    static func report(_ word: Token, to sink: inout DiagnosticSink) {
        sink.error(
            "this is a Metal kernel, and Metal kernels can't be compiled yet", word.span,
            help:
                "write it in the Core Image Kernel Language: kernel vec4 name(__sample s) { … }, with vec4 for float4, "
                + "__sample for coreimage::sample_t, sample(image, p) for image.sample(p)")
    }
}
