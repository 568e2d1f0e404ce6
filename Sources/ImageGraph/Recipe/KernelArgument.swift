/// An argument of a kernel.
package enum KernelArgument: Sendable {
    /// The components of a number, vector or matrix.
    case numbers([Float])
    /// A colour, converted to the working space and premultiplied when rendered.
    case color(GraphColor)
    /// An image and how it is sampled.
    case image(SampledImage)
}
