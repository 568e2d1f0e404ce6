import Pixels

/// A program that is prepared for computing pixels.
package protocol PreparedKernel: Sendable {
    /// Computes every pixel of `region` into `output` (whose bounds contain `region`, and whose format is the
    /// layout's).
    ///
    /// A pixel depends only on its own coordinates, `arguments` and `images`, never on the region. A warp kernel writes
    /// the source point of each output pixel as (x, y, 0, 0). Integer formats clamp to 0…1. Thread-safe.
    ///
    /// - Throws: An error if the loops of a pixel exceed the step budget, or if the arguments don't fit the program and
    ///   layout. `output` is then undefined.
    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws
}

extension PreparedKernel {
    /// Computes `region` into a raster.
    package func run(
        arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: Raster
    ) throws {
        try run(arguments: arguments, images: images, region: region, output: output.view)
    }
}
