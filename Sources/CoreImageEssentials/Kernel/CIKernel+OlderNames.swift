import Foundation

/// Deprecated names of kernel and shape methods.
extension CIKernel {
    /// Older spelling of `makeKernels(source:)`.
    @available(*, deprecated, renamed: "makeKernels(source:)")
    public class func kernels(withString source: String, file: String = #fileID, line: Int = #line) -> [CIKernel]? {
        makeKernels(source: source, file: file, line: line)
    }

    /// Older spelling of `makeKernels(source:)`.
    @available(*, deprecated, renamed: "makeKernels(source:)")
    public class func kernels(with source: String, file: String = #fileID, line: Int = #line) -> [CIKernel]? {
        makeKernels(source: source, file: file, line: line)
    }

    /// Older spelling of `makeKernels(source:)`.
    @available(*, deprecated, renamed: "makeKernels(source:)")
    public class func makeKernels(withString source: String, file: String = #fileID, line: Int = #line) -> [CIKernel]? {
        makeKernels(source: source, file: file, line: line)
    }

    /// Older spelling of `makeKernels(source:)`.
    @available(*, deprecated, renamed: "makeKernels(source:)")
    public class func kernelsWithString(_ source: String, file: String = #fileID, line: Int = #line) -> [CIKernel]? {
        makeKernels(source: source, file: file, line: line)
    }

    /// Older spelling of `apply(extent:roiCallback:arguments:)`.
    @available(*, deprecated, renamed: "apply(extent:roiCallback:arguments:)")
    public func apply(
        withExtent extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]?
    ) -> CIImage? {
        apply(extent: extent, roiCallback: callback, arguments: arguments ?? [])
    }

    /// Older spelling of `apply(extent:roiCallback:arguments:)`.
    @available(*, deprecated, renamed: "apply(extent:roiCallback:arguments:)")
    public func applyWithExtent(
        _ extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]?
    ) -> CIImage? {
        apply(extent: extent, roiCallback: callback, arguments: arguments ?? [])
    }
}

extension CIColorKernel {
    /// Older spelling of `apply(extent:arguments:)`.
    @available(*, deprecated, renamed: "apply(extent:arguments:)")
    public func apply(withExtent extent: CGRect, arguments: [Any]?) -> CIImage? {
        apply(extent: extent, arguments: arguments ?? [])
    }

    /// Older spelling of `apply(extent:arguments:)`.
    @available(*, deprecated, renamed: "apply(extent:arguments:)")
    public func applyWithExtent(_ extent: CGRect, arguments: [Any]?) -> CIImage? {
        apply(extent: extent, arguments: arguments ?? [])
    }
}

extension CIWarpKernel {
    /// Older spelling of `apply(extent:roiCallback:image:arguments:)`.
    @available(*, deprecated, renamed: "apply(extent:roiCallback:image:arguments:)")
    public func apply(
        withExtent extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, inputImage image: CIImage,
        arguments: [Any]?
    ) -> CIImage? {
        apply(extent: extent, roiCallback: callback, image: image, arguments: arguments ?? [])
    }

    /// Older spelling of `apply(extent:roiCallback:image:arguments:)`.
    @available(*, deprecated, renamed: "apply(extent:roiCallback:image:arguments:)")
    public func applyWithExtent(
        _ extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, inputImage image: CIImage,
        arguments: [Any]?
    ) -> CIImage? {
        apply(extent: extent, roiCallback: callback, image: image, arguments: arguments ?? [])
    }
}

extension CIFilterShape {
    /// Older spelling of `union(with:)`.
    @available(*, deprecated, renamed: "union(with:)")
    public func unionWith(_ other: CIFilterShape) -> CIFilterShape { union(with: other) }

    /// Older spelling of `union(with:)`.
    @available(*, deprecated, renamed: "union(with:)")
    public func unionWithRect(_ rect: CGRect) -> CIFilterShape { union(with: rect) }

    /// Older spelling of `intersect(with:)`.
    @available(*, deprecated, renamed: "intersect(with:)")
    public func intersectWith(_ other: CIFilterShape) -> CIFilterShape { intersect(with: other) }

    /// Older spelling of `intersect(with:)`.
    @available(*, deprecated, renamed: "intersect(with:)")
    public func intersectWithRect(_ rect: CGRect) -> CIFilterShape { intersect(with: rect) }

    /// Older spelling of `transform(by:interior:)`.
    @available(*, deprecated, renamed: "transform(by:interior:)")
    public func transformBy(_ transform: CGAffineTransform, interior: Bool) -> CIFilterShape {
        self.transform(by: transform, interior: interior)
    }

    /// Older spelling of `insetBy(x:y:)`.
    @available(*, deprecated, renamed: "insetBy(x:y:)")
    public func insetByX(_ dx: Int32, y dy: Int32) -> CIFilterShape { insetBy(x: dx, y: dy) }
}
