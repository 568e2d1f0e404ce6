import DeviceKernels

/// A texture in an object of an application, whose semaphores are those of the application's Vulkan device.
protocol VulkanSemaphoreTexture: SemaphoreTexture {
    /// The semaphores.
    var semaphores: TextureSemaphores { get }
}

extension VulkanSemaphoreTexture {
    func wait(for semaphore: UInt, value: UInt64) {
        semaphores.wait(for: SemaphoreValue(semaphore: semaphore, value: value))
    }

    func signal(_ semaphore: UInt, value: UInt64) {
        semaphores.signal(SemaphoreValue(semaphore: semaphore, value: value))
    }

    func dropSignals() { semaphores.dropSignals() }
}
