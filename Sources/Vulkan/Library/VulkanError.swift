import Foundation

/// The reason why something can't be computed with Vulkan.
package enum VulkanError: Error, Sendable, Hashable {
    /// The Vulkan loader was not found. `reason` is the system's message.
    case libraryMissing(name: String, reason: String)
    /// The loader or a driver lacks a function.
    case functionMissing(String)
    /// The validation layer was demanded and isn't installed.
    case validationMissing
    /// A call failed.
    case callFailed(VulkanCallFailure)
    /// There is no device with a usable driver. `reasons` has a line for each device that was refused.
    case noDevice(wanted: String?, reasons: [String])
    /// An application's device can't run kernels. `reason` contains the remedy.
    case notAdoptable(reason: String)
    /// The device stopped working during this or an earlier run.
    case deviceLost(device: String)
    /// A work took longer than the device's time limit and was ended. `kernel` has the names of all its kernels.
    case runStopped(kernel: String, seconds: Int)
    /// A copy of a texture took longer than the device's time limit.
    case copyStopped(device: String, seconds: Int)
    /// An application's semaphore didn't get its value within the device's time limit.
    case semaphoreTimedOut(device: String, value: UInt64, seconds: Int)
    /// The device didn't end a run that was stopped. It isn't used any more.
    case timedOut(device: String, seconds: Int)
    /// The device's memory for kernels is used up.
    case outOfMemory(device: String, needed: Int, limit: Int)
}

extension VulkanError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    package var description: String {
        switch self {
        case .libraryMissing(let name, let reason):
            "Vulkan can't be opened (\(name): \(reason)); install the loader and a driver, on Debian with "
                + "'apt install libvulkan1 mesa-vulkan-drivers'"
        case .functionMissing(let function):
            "Vulkan has no function \(function); install a loader and a driver for Vulkan 1.2 or later"
        case .validationMissing:
            "Vulkan's validation layer is not installed; install it, on Debian with "
                + "'apt install vulkan-validationlayers', or don't demand it"
        case .callFailed(let failure): failure.description
        case .noDevice(let wanted, let reasons):
            "there is no usable Vulkan device\(wanted.map { " named '\($0)'" } ?? "")"
                + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))")
                + "; \(wanted == nil || reasons.isEmpty ? "" : "use a part of one of these names, or ")"
                + "install a driver for the processor's graphics, or Mesa's software driver, on Debian with "
                + "'apt install mesa-vulkan-drivers'"
        case .notAdoptable(let reason): "the application's Vulkan device can't run kernels: \(reason)"
        case .deviceLost(let device):
            "the Vulkan device '\(device)' stopped working; start the program again, or render without it"
        case .runStopped(let kernel, let seconds):
            "kernel '\(kernel)' took longer than \(seconds) s on the Vulkan device and was stopped; "
                + "render smaller parts, or give its loops smaller bounds"
        case .copyStopped(let device, let seconds):
            "a copy of a texture took longer than \(seconds) s on the Vulkan device '\(device)'; render when it has "
                + "less other work"
        case .semaphoreTimedOut(let device, let value, let seconds):
            "a semaphore for a texture on the Vulkan device '\(device)' did not reach the value \(value) within "
                + "\(seconds) s; submit the work that signals it, or wait for a smaller value"
        case .timedOut(let device, let seconds):
            "the Vulkan device '\(device)' did not finish within \(seconds) s and is not used any more; "
                + "start the program again, and render smaller parts"
        case .outOfMemory(let device, let needed, let limit):
            "the Vulkan device '\(device)' needs \(needed) bytes more for this region, and may use \(limit) in all; "
                + "render it in parts"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
