import Foundation
import Pixels
import UntrustedInput

extension CIFilter {
    /// Applies a kernel, as `outputImage` methods in older guides do.
    ///
    /// The result is defined on `kCIApplyOptionDefinition`, else on `kCIApplyOptionExtent`, else on the smallest
    /// rectangle around the extents of all image arguments, or everywhere for a kernel without images. The region of
    /// interest comes from the function set with `CIKernel.setROISelector(_:)`. Without one, each image is read where
    /// the result is computed.
    ///
    /// - Parameters:
    ///   - kernel: The kernel.
    ///   - arguments: One argument for each kernel parameter, in order, as for
    ///     `CIKernel.apply(extent:roiCallback:arguments:)`. For a warp kernel the image comes first,
    ///     as a `CIImage`.
    ///   - options: Values for `kCIApplyOptionExtent`, `kCIApplyOptionDefinition`, `kCIApplyOptionUserInfo` and
    ///     `kCIApplyOptionColorSpace`.
    /// - Returns: The image, or nil when arguments or options do not fit. The reason is written to the log;
    ///   `applying(_:arguments:options:)` throws it instead.
    public func apply(_ kernel: CIKernel, arguments: [Any]?, options: [String: Any]?) -> CIImage? {
        do {
            return try applying(kernel, arguments: arguments ?? [], options: options ?? [:])
        } catch {
            logError(error)
            return nil
        }
    }

    /// Applies a kernel.
    ///
    /// The throwing variant of `apply(_:arguments:options:)`, with the same parameters.
    ///
    /// - Throws: `CIFilterError.unknownKey` or `CIFilterError.badValue` for an option, or the errors of
    ///   `CIKernel.applying(extent:roiCallback:arguments:)`.
    public func applying(_ kernel: CIKernel, arguments: [Any], options: [String: Any] = [:]) throws -> CIImage {
        for key in options.keys where !Self.applyOptions.contains(key) {
            throw CIFilterError.unknownKey(
                filter: name, key: key, suggestion: NearestName.of(key, among: Self.applyOptions),
                known: Self.applyOptions)
        }
        let domain =
            try Self.rectangle(options, kCIApplyOptionDefinition, filter: name)
            ?? Self.rectangle(options, kCIApplyOptionExtent, filter: name)
            ?? Self.extent(of: arguments)
        let result = try image(of: kernel, arguments, domain, region: Self.region(of: kernel, options))
        switch options[kCIApplyOptionColorSpace] {
        case nil, is NSNull: return result
        case let space as CGColorSpace:
            guard let converted = result.matchedToWorkingSpace(from: space) else {
                throw CIFilterError.badValue(
                    filter: name, key: kCIApplyOptionColorSpace,
                    reason: "\(space) can't be converted to the working space")
            }
            return converted
        default:
            throw CIFilterError.badValue(
                filter: name, key: kCIApplyOptionColorSpace,
                reason: "a colour space is a CGColorSpace, or NSNull for none")
        }
    }

    private func image(
        of kernel: CIKernel, _ arguments: [Any], _ domain: CGRect, region: @escaping CIKernelROICallback
    ) throws -> CIImage {
        if let warp = kernel as? CIWarpKernel {
            guard let image = arguments.first as? CIImage else {
                throw CIFilterError.badValue(
                    filter: name, key: "arguments",
                    reason: arguments.first is CISampler
                        ? "a warp kernel has no use for a CISampler's options; pass the CIImage, transformed or clamped"
                        : "a warp kernel takes its image, a CIImage, first")
            }
            return try warp.applying(
                extent: domain, roiCallback: region, image: image,
                arguments: Array(arguments.dropFirst()))
        }
        return try kernel.applying(extent: domain, roiCallback: region, arguments: arguments)
    }

    private static var applyOptions: [String] {
        [kCIApplyOptionExtent, kCIApplyOptionDefinition, kCIApplyOptionUserInfo, kCIApplyOptionColorSpace]
    }

    private static func region(of kernel: CIKernel, _ options: [String: Any]) -> CIKernelROICallback {
        guard let selector = kernel.regionSelector else { return { _, rectangle in rectangle } }
        let userInfo = options[kCIApplyOptionUserInfo]
        return { index, rectangle in selector(index, rectangle, userInfo) }
    }

    private static func rectangle(_ options: [String: Any], _ key: String, filter: String) throws -> CGRect? {
        switch options[key] {
        case nil: return nil
        case let shape as CIFilterShape: return shape.extent
        case let vector as CIVector where vector.count == 4: return vector.cgRectValue
        case let rectangle as CGRect: return rectangle
        case let numbers as [Any] where numbers.count == 4:
            let values = numbers.compactMap(Number.double(from:))
            guard values.count == 4 else { break }
            return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
        default: break
        }
        throw CIFilterError.badValue(
            filter: filter, key: key,
            reason: "a rectangle is a CIFilterShape, a CIVector of four, a CGRect or four numbers")
    }

    /// Returns the smallest rectangle around the extents of all image arguments; infinite for a kernel without images.
    private static func extent(of arguments: [Any]) -> CGRect {
        let extents = arguments.compactMap { ($0 as? CISampler)?.extent ?? ($0 as? CIImage)?.extent }
        return extents.isEmpty ? .infinite : extents.reduce(.null) { $0.safeUnion($1) }
    }
}
