import Foundation

/// The reason why a call can't be described to a device.
package enum DeviceKernelError: Error, Sendable, Hashable {
    /// The format of the result is not the one that the kernel was prepared for.
    case wrongOutputFormat(kernel: String)
    /// An image's format, interpolation, wrap mode or transform is not what the kernel was prepared for.
    case wrongImage(kernel: String, image: Int)
    /// An image has at least 2²⁹ readable columns or rows.
    case imageTooLarge(kernel: String, image: Int)
    /// The region has too many pixels for one run.
    case regionTooLarge(kernel: String, limit: Int)
    /// Pixels on the device don't have the address, the row distance or the rectangle that the kernel needs. `what`
    /// names them.
    case wrongPixels(kernel: String, what: String)
    /// A kernel or pixels, which `what` names, belong to another device.
    case wrongDevice(what: String)
    /// The images of a copy don't have all of its pixels in one format that isn't planar. `what` names the copy.
    case wrongCopy(what: String)
}

extension DeviceKernelError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    package var description: String {
        switch self {
        case .wrongOutputFormat(let kernel):
            "kernel '\(kernel)': the result has another format than the kernel was prepared for; "
                + "prepare it for this format"
        case .wrongImage(let kernel, let image):
            "kernel '\(kernel)': image \(image) is not of the kind that the kernel was prepared for; "
                + "prepare it for this image"
        case .imageTooLarge(let kernel, let image):
            "kernel '\(kernel)': image \(image) has 2²⁹ or more columns or rows; render it in parts"
        case .regionTooLarge(let kernel, let limit):
            "kernel '\(kernel)': the region has more than \(limit) pixels; render it in parts"
        case .wrongPixels(let kernel, let what):
            "kernel '\(kernel)': the memory of \(what) on the device is not aligned or doesn't contain all pixels; "
                + "copy them to memory that is"
        case .wrongDevice(let what): "\(what) belongs to another device; use the device that it was made for"
        case .wrongCopy(let what):
            "\(what) needs two images of one format that contain all of its pixels; make them alike, or copy fewer "
                + "pixels"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
