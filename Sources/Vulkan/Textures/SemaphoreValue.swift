import CVulkan

/// A value of an application's timeline semaphore.
struct SemaphoreValue: Sendable, Hashable {
    /// The `VkSemaphore` as a number.
    let semaphore: UInt
    /// The value.
    let value: UInt64

    /// The `VkSemaphore`.
    var handle: VkSemaphore? { OpaquePointer(bitPattern: semaphore) }
}
