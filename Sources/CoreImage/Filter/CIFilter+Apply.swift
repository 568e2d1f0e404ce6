import Foundation
import Pixels

extension CIFilter {
    /// Applies a kernel the way `outputImage` methods of the older guides do.
    ///
    /// The result's domain is `kCIApplyOptionDefinition`, else `kCIApplyOptionExtent`, else what the images' extents have in common. The
    /// region of interest is the one set with `CIKernel.setROISelector(_:)`; without it, each image is read where the result is computed.
    ///
    /// - Parameters:
    ///   - kernel: The kernel.
    ///   - arguments: One for each kernel parameter, in order, as for `CIKernel.apply(extent:roiCallback:arguments:)`.
    ///   - options: `kCIApplyOptionExtent`, `kCIApplyOptionDefinition`, `kCIApplyOptionUserInfo`.
    /// - Returns: nil, with the reason in the log, when arguments or options don't fit.
    public func apply(_ kernel: CIKernel, arguments: [Any]?, options: [String: Any]?) -> CIImage? {
        do {
            return try applying(kernel, arguments: arguments ?? [], options: options ?? [:])
        } catch {
            logRefusal(error)
            return nil
        }
    }

    /// As `apply(_:arguments:options:)`, throwing the reason.
    public func applying(_ kernel: CIKernel, arguments: [Any], options: [String: Any] = [:]) throws -> CIImage {
        for key in options.keys where !Self.applyOptions.contains(key) {
            throw CIFilterError.unknownKey(
                filter: name, key: key, suggestion: nearestName(to: key, among: Self.applyOptions),
                known: Self.applyOptions)
        }
        let domain =
            try Self.rectangle(options, kCIApplyOptionDefinition, filter: name)
            ?? Self.rectangle(options, kCIApplyOptionExtent, filter: name)
            ?? Self.commonExtent(of: arguments)
        if let warp = kernel as? CIWarpKernel {
            guard let image = (arguments.first as? CIImage) ?? (arguments.first as? CISampler)?.image else {
                throw CIFilterError.badValue(
                    filter: name, key: "arguments", reason: "a warp kernel takes its image first")
            }
            return try warp.applying(
                extent: domain, roiCallback: Self.region(of: kernel, options), image: image,
                arguments: Array(arguments.dropFirst()))
        }
        return try kernel.applying(extent: domain, roiCallback: Self.region(of: kernel, options), arguments: arguments)
    }

    private static var applyOptions: [String] {
        [kCIApplyOptionExtent, kCIApplyOptionDefinition, kCIApplyOptionUserInfo]
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
            let values = numbers.compactMap(number(from:))
            guard values.count == 4 else { break }
            return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
        default: break
        }
        throw CIFilterError.badValue(
            filter: filter, key: key,
            reason: "a rectangle is a CIFilterShape, a CIVector of four, a CGRect or four numbers")
    }

    private static func commonExtent(of arguments: [Any]) -> CGRect {
        arguments.reduce(CGRect.infinite) { extent, argument in
            guard let image = (argument as? CISampler)?.extent ?? (argument as? CIImage)?.extent else { return extent }
            return extent.intersection(image)
        }
    }
}
