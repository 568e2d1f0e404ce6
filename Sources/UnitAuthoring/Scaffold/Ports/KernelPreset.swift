/// What a filter that is made from a kernel has beyond the kernel's text.
package struct KernelPreset: Sendable, Hashable {
    /// Where the result is defined.
    package enum Extent: Sendable, Hashable {
        /// Where the first image is.
        case firstImage
        /// Where the first image is, and up to a number of pixels around it.
        case grown(Double)
        /// Everywhere.
        case everywhere
    }

    /// The values of inputs in a new filter, by the parameters' names: one number, or the components of a vector, a
    /// matrix or a color.
    package var values: [String: [Double]]
    /// Where the result is defined.
    package var extent: Extent
    /// The distance in pixels up to which the kernel reads; nil if it may read all of its images.
    package var margin: Double?

    /// Creates a preset.
    package init(values: [String: [Double]], extent: Extent, margin: Double?) {
        (self.values, self.extent, self.margin) = (values, extent, margin)
    }
}
