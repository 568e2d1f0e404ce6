import Foundation
import ImageGraph
import KernelLanguage
import Pixels

extension Program {
    /// Checks that a call has as many arguments and images as this program, and is for the layout.
    func validate(_ call: DeviceKernelCall, _ layout: KernelLayout) throws {
        guard call.output.bounds.contains(call.region) else { throw KernelRunError.regionOutsideOutput(kernel: name) }
        try validateCounts(call)
        guard call.output.format == layout.output else { throw DeviceKernelError.wrongOutputFormat(kernel: name) }
        guard call.output.isAligned, !call.region.isEmpty else {
            throw DeviceKernelError.wrongPixels(kernel: name, what: "the result")
        }
        guard call.region.area <= ParameterBlockLayout.pixelLimit else {
            throw DeviceKernelError.regionTooLarge(kernel: name, limit: ParameterBlockLayout.pixelLimit)
        }
        for (index, image) in call.images.enumerated() {
            let expected = layout.images[index]
            guard image.pixels.format == expected.format, image.interpolation == expected.interpolation,
                image.wrap == expected.wrap, !expected.isAligned || image.transform.movesByWholePixels
            else { throw DeviceKernelError.wrongImage(kernel: name, image: index) }
        }
    }

    private func validateCounts(_ call: DeviceKernelCall) throws(KernelRunError) {
        guard call.arguments.components.count == parameters.count else {
            throw .countMismatch(
                kernel: name, what: "arguments", expected: parameters.count, given: call.arguments.components.count)
        }
        for (parameter, components) in zip(parameters, call.arguments.components)
        where components.count != parameter.type.componentCount {
            throw .argumentMismatch(
                kernel: name, parameter: parameter.name, expected: parameter.type.componentCount,
                given: components.count)
        }
        for count in [call.images.count, call.pixels.count] where count != samplerCount {
            throw .countMismatch(kernel: name, what: "images", expected: samplerCount, given: count)
        }
    }
}

extension DevicePixels {
    /// Whether every pixel is aligned.
    var isAligned: Bool {
        let alignment = format.deviceAlignment
        return !format.isPlanar && address % UInt64(alignment) == 0 && bytesPerRow % alignment == 0
    }
}

extension CGAffineTransform {
    /// Whether the transform is a translation by whole numbers.
    fileprivate var movesByWholePixels: Bool {
        a == 1 && b == 0 && c == 0 && d == 1 && tx.isFinite && ty.isFinite && tx == tx.rounded() && ty == ty.rounded()
    }
}
