import Foundation

/// The reason why work on a CUDA device failed. `description` names the failing call and the remedy.
package enum CUDAError: Error, Sendable, Hashable {
    /// The driver's library wasn't found. `reason` is the system's message.
    case libraryMissing(name: String, reason: String)
    /// The library lacks a function.
    case functionMissing(library: String, function: String)
    /// The driver is too old. Versions are 1000 · major + 10 · minor of CUDA.
    case driverTooOld(version: Int, needed: Int)
    /// There is no device with this number.
    case noDevice(index: Int, count: Int)
    /// The device is too old for the code. `capability` is its compute capability, such as "6.1".
    case deviceTooOld(name: String, capability: String, needed: String)
    /// A function of the driver failed. `message` is the driver's name and description of the result.
    case failed(call: String, result: CUDAResult, message: String)
    /// The driver couldn't load the code. `log` is what its compiler said.
    case codeRejected(result: CUDAResult, message: String, log: String)
    /// A work took longer than allowed. `kernel` has the names of all its kernels.
    case timedOut(kernel: String, limit: Duration)
    /// An earlier error made the device unusable for this process.
    case deviceLost(name: String, cause: String)
    /// The device took longer than allowed to copy an array's pixels.
    case copyTimedOut(limit: Duration)
    /// The work that an application's stream had when a rendering began took longer than allowed.
    case streamBusy(limit: Duration)
    /// An application gave no context.
    case noContext
    /// An image has more bytes than the device's memory.
    case tooLarge(needed: Int, limit: Int)

    /// Whether the device is unusable from now on.
    var isPermanent: Bool {
        switch self {
        case .failed(_, let result, _), .codeRejected(let result, _, _): result.isPermanent
        case .timedOut, .copyTimedOut: true
        default: false
        }
    }
}

extension CUDAError: CustomStringConvertible, LocalizedError {
    /// The error's text.
    package var description: String {
        switch self {
        case .libraryMissing(let name, let reason):
            "the library of the NVIDIA driver, \(name), was not found (\(reason)); install the driver, or start the "
                + "container with NVIDIA's runtime"
        case .functionMissing(let library, let function):
            "\(library) has no function \(function); update the NVIDIA driver to one for CUDA 11.2 or later"
        case .driverTooOld(let version, let needed):
            "the NVIDIA driver is for CUDA \(Self.text(version)); update it to one for CUDA \(Self.text(needed)) or later"
        case .noDevice(let index, let count):
            "there is no CUDA device \(index), since the process sees \(count); choose a number below that, or check "
                + "CUDA_VISIBLE_DEVICES"
        case .deviceTooOld(let name, let capability, let needed):
            "\(name) has compute capability \(capability), but \(needed) is needed; use another device"
        case .failed(let call, let result, let message):
            "\(call) failed with \(message) (\(result.rawValue)); \(result.remedy)"
        case .codeRejected(let result, let message, let log):
            "the NVIDIA driver refused a kernel's code with \(message) (\(result.rawValue))"
                + (log.isEmpty ? "" : ": \(log)") + "; \(result.remedy)"
        case .timedOut(let kernel, let limit):
            "kernel '\(kernel)' took longer than \(limit) on the device; render a smaller region, or on the processor"
        case .copyTimedOut(let limit):
            "the copy of an array took longer than \(limit) on the device; end other work that occupies it"
        case .streamBusy(let limit):
            "the work of a texture's stream took longer than \(limit); render when it has ended, or give a stream with "
                + "less work"
        case .noContext:
            "the CUcontext is null; give one that cuCtxCreate or cuDevicePrimaryCtxRetain has returned"
        case .deviceLost(let name, let cause): "\(name) can't be used any more: \(cause)"
        case .tooLarge(let needed, let limit):
            "an image has \(needed) bytes, and the device's memory \(limit); render it in parts"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }

    private static func text(_ version: Int) -> String { "\(version / 1000).\(version % 1000 / 10)" }
}
