/// Recognises shaders in GLSL, on which the Core Image Kernel Language is based.
enum ShaderSourceDetector {
    /// Words of which nearly every fragment shader contains one. They have no meaning in the kernel language.
    private static let words: Set<String> = [
        "attribute", "varying", "sampler2D", "samplerCube", "sampler2DRect", "texture2D", "texture2DRect", "mainImage",
        "iResolution", "iChannel0", "iTime",
    ]
    /// The prefix of variables that GLSL declares, such as `gl_FragColor`.
    private static let prefix = "gl_"

    /// Returns the first word that shows that a source is a shader, or nil for a source in the kernel language, which
    /// contains the word `kernel`.
    ///
    /// - Parameter tokens: The source's tokens, at least those before the first error. Text in comments doesn't count.
    static func firstWord(in tokens: [Token]) -> Token? {
        if tokens.contains(where: { $0.text == "kernel" }) { return nil }
        return tokens.first { $0.kind == .identifier && (words.contains($0.text) || $0.text.hasPrefix(prefix)) }
    }

    /// Reports the one error for a shader.
    static func report(_ word: Token, to sink: inout DiagnosticSink) {
        sink.error(
            "this is a GLSL shader, and GLSL shaders can't be compiled", word.span,
            help:
                "write it in the Core Image Kernel Language: kernel vec4 name(sampler image) { … }, which returns the colour "
                + "instead of setting gl_FragColor, with sampler for sampler2D, sample(image, samplerCoord(image)) for "
                + "texture2D(image, p), parameters for uniforms")
    }
}
