/// Options that change which kernel text is accepted.
package struct KernelOptions: Sendable, Hashable {
    /// Whether `sample`, `samplerCoord` and the other sampler functions accept a `__sample` parameter, as early systems
    /// did.
    ///
    /// If true, such a parameter becomes a `sampler`, and every plain use of it is the colour at the current pixel. If
    /// false, `samplerCoord(s)` is the pixel's position in working space, `sample(s, samplerCoord(s))` is `s`, and
    /// every other sampler function of a `__sample` is an error.
    package var acceptsSamplerFunctionsOnSamples: Bool

    /// Creates the options. The defaults accept what current systems accept.
    package init(acceptsSamplerFunctionsOnSamples: Bool = false) {
        self.acceptsSamplerFunctionsOnSamples = acceptsSamplerFunctionsOnSamples
    }
}
