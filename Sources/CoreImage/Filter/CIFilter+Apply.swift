import Foundation
import KernelLanguage
import Pixels

extension CIFilter {
    /// Applies a kernel the way `outputImage` methods of the older guides do.
    ///
    /// The result's domain is `kCIApplyOptionDefinition`, else `kCIApplyOptionExtent`, else where any of the images is defined. The
    /// region of interest is the one set with `CIKernel.setROISelector(_:)`; without it, each image is read where the result is computed.
    ///
    /// - Parameters:
    ///   - kernel: The kernel.
    ///   - arguments: One for each kernel parameter, in order, as for `CIKernel.apply(extent:roiCallback:arguments:)`.
    ///   - options: `kCIApplyOptionExtent`, `kCIApplyOptionDefinition`, `kCIApplyOptionUserInfo`, `kCIApplyOptionColorSpace`.
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
            guard let image = (arguments.first as? CIImage) ?? (arguments.first as? CISampler)?.image else {
                throw CIFilterError.badValue(
                    filter: name, key: "arguments", reason: "a warp kernel takes its image first")
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

    /// Everywhere for a kernel without images.
    private static func extent(of arguments: [Any]) -> CGRect {
        let extents = arguments.compactMap { ($0 as? CISampler)?.extent ?? ($0 as? CIImage)?.extent }
        return extents.isEmpty ? .infinite : extents.reduce(.null) { $0.hull($1) }
    }
}
