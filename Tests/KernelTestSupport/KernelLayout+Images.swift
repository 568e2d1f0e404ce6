import ImageGraph
import Pixels

extension KernelLayout {
    /// Creates the layout that describes images.
    ///
    /// - Parameter aligned: Whether images that lie at whole pixels are described as aligned.
    package init(describing images: [SamplerBinding], output: PixelFormat = .RGBAf, aligned: Bool = true) {
        self.init(
            images: images.map { image in
                let t = image.transform
                let isAligned =
                    aligned && t.a == 1 && t.b == 0 && t.c == 0 && t.d == 1 && t.tx == t.tx.rounded()
                    && t.ty == t.ty.rounded() && t.tx.isFinite && t.ty.isFinite
                return ImageLayout(
                    format: image.pixels.format, interpolation: image.interpolation, wrap: image.wrap,
                    isAligned: isAligned)
            }, output: output)
    }
}
