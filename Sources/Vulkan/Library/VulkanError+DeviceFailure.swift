import CVulkan
import DeviceKernels

extension VulkanError {
    /// What the error means if the device is its cause, and another processor may succeed. Nil for a run that took too
    /// long, as it would take even longer there.
    var failureKind: DeviceFailure.Kind? {
        switch self {
        case .runStopped: nil
        case .deviceLost, .timedOut: .lost
        case .outOfMemory: .outOfMemory
        case .callFailed(let failure): failure.kind
        case .libraryMissing, .functionMissing, .validationMissing, .noDevice, .notAdoptable, .copyStopped,
            .semaphoreTimedOut:
            .failed
        }
    }
}

extension VulkanCallFailure {
    /// What the failure means for later work.
    fileprivate var kind: DeviceFailure.Kind {
        switch VkResult(rawValue: .init(code)) {
        case VK_ERROR_DEVICE_LOST: .lost
        case VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_MEMORY_MAP_FAILED,
            VK_ERROR_TOO_MANY_OBJECTS, VK_ERROR_FRAGMENTED_POOL, VK_ERROR_FRAGMENTATION:
            .outOfMemory
        default: .failed
        }
    }
}
