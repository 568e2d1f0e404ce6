/// Choices that change what kernel text is accepted.
public struct KernelOptions: Sendable, Hashable {
    /// Lets `sample`, `samplerCoord` and the other sampler functions take a `__sample` parameter, as early systems did; the parameter
    /// then becomes a `sampler` and its plain uses the colour at the current pixel. Without it, `samplerCoord(s)` is the pixel's own place in
    /// working space, `sample(s, samplerCoord(s))` is `s`, and every other sampler function of a `__sample` is an error.
    public var acceptsSamplerFunctionsOnSamples: Bool

    /// The default options: what current systems accept.
    public init(acceptsSamplerFunctionsOnSamples: Bool = false) {
        self.acceptsSamplerFunctionsOnSamples = acceptsSamplerFunctionsOnSamples
    }
}
