import CVulkan
import Foundation

/// A timeline semaphore of an application.
final class ApplicationSemaphore: @unchecked Sendable {
    private let application: VulkanApplication
    let handle: VkSemaphore

    /// Creates a semaphore with the value 0.
    init(_ application: VulkanApplication) throws {
        self.application = application
        var type = VkSemaphoreTypeCreateInfo()
        type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO
        type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE
        let create: PFN_vkCreateSemaphore = application.function("vkCreateSemaphore")
        var semaphore: VkSemaphore?
        let result = withUnsafePointer(to: &type) { type in
            var info = VkSemaphoreCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO
            info.pNext = UnsafeRawPointer(type)
            return create(application.device, &info, nil, &semaphore)
        }
        try application.check(result, "vkCreateSemaphore")
        handle = semaphore!
    }

    deinit {
        let destroy: PFN_vkDestroySemaphore = application.function("vkDestroySemaphore")
        destroy(application.device, handle, nil)
    }

    /// The handle as a number.
    var number: UInt { UInt(bitPattern: handle) }

    var value: UInt64 {
        var value: UInt64 = 0
        let get: PFN_vkGetSemaphoreCounterValue = application.function("vkGetSemaphoreCounterValue")
        _ = get(application.device, handle, &value)
        return value
    }

    /// Signals from the processor.
    func signal(_ value: UInt64) {
        var info = VkSemaphoreSignalInfo()
        info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO
        (info.semaphore, info.value) = (handle, value)
        let signal: PFN_vkSignalSemaphore = application.function("vkSignalSemaphore")
        _ = signal(application.device, &info)
    }

    /// Calls `body` on another thread after a while.
    static func later(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.08)
            body()
        }
    }
}
