/// Recognises kernels in Metal's language, which use the same file extension and some of the same words as the Core
/// Image Kernel Language.
enum MetalSourceDetector {
    /// Words of which every Metal kernel for Core Image contains at least one. They have no meaning in the kernel
    /// language.
    private static let words: Set<String> = ["extern", "namespace", "using", "stitchable", "sample_t", "sample_h"]
    /// Fragments of which every Metal source contains at least one.
    private static let marks = [
        "<CoreImage/CoreImage.h>", "<metal_stdlib>", "using namespace metal", "namespace coreimage", "coreimage::",
        "[[stitchable", "[[ stitchable", "extern \"C\"",
    ]

    /// Returns the first word that shows that a source is Metal, or nil for a source in the kernel language.
    ///
    /// - Parameter tokens: The source's tokens, at least those before the first error. Text in comments doesn't count.
    static func firstWord(in tokens: [Token], of source: KernelSource) -> Token? {
        let place = tokens.indices.first { place in
            let token = tokens[place]
            guard token.kind == .identifier, words.contains(token.text) else { return false }
            // Metal has this word as an attribute only, `[[stitchable]]`. It may be the name of a parameter.
            return token.text != "stitchable" || place > 0 && tokens[place - 1].text == "["
        }
        guard let place, marks.contains(where: { source.text.contains($0) }) else { return nil }
        return tokens[place]
    }

    /// Reports the one error for a Metal source.
    static func report(_ word: Token, to sink: inout DiagnosticSink) {
        sink.error(
            "this is a Metal kernel, and Metal kernels can't be compiled yet", word.span,
            help:
                "write it in the Core Image Kernel Language: kernel vec4 name(__sample s) { … }, with vec4 for float4, "
                + "__sample for coreimage::sample_t, sample(image, p) for image.sample(p)")
    }
}
