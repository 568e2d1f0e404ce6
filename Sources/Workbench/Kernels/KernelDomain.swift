import CoreImage

/// Where a kernel's result is defined, and how far around a pixel the kernel reads.
package struct KernelDomain: Sendable, Hashable, Codable {
    /// Where the result is defined.
    package enum Extent: String, Sendable, Hashable, Codable {
        /// Where the first image has pixels, or where the picture has some.
        case image
        /// The same rectangle, enlarged by the margin.
        case grown
        /// Everywhere.
        case everywhere
    }

    /// Where the result is defined.
    package var extent = Extent.image
    /// The distance in pixels up to which a general kernel reads; nil if it may read everything.
    package var margin: Double? = 0

    /// Creates a domain.
    package init(extent: Extent = .image, margin: Double? = 0) { (self.extent, self.margin) = (extent, margin) }

    /// Returns the rectangle in which the result is defined.
    func rectangle(around image: CGRect) -> CGRect {
        switch extent {
        case .image: image
        case .grown: image.insetBy(dx: -(margin ?? 0), dy: -(margin ?? 0))
        case .everywhere: .infinite
        }
    }

    /// The part of its images that the kernel reads.
    func region(around image: CGRect) -> CIKernelRegion {
        guard let margin else { return .fixed(image) }
        return margin == 0 ? .same : .inset(-margin)
    }
}
