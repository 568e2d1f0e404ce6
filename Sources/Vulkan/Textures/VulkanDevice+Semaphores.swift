import CVulkan
import Pixels

extension VulkanDevice {
    /// Waits until semaphores have their values, and throws if the rendering is stopped before, or it takes longer than
    /// the device's time limit.
    func wait(for values: [SemaphoreValue]) throws {
        let (meter, start) = (WorkMeter.current, ContinuousClock.now)
        for value in values {
            while try !logical.hasReached(value, milliseconds: CommandRecorder.checkInterval) {
                try logical.requireWorking()
                try meter?.checkTime()
                guard ContinuousClock.now - start < timeLimit else {
                    throw VulkanError.semaphoreTimedOut(
                        device: description.name, value: value.value, seconds: Int(timeLimit.components.seconds))
                }
            }
        }
        try meter?.check()
    }

    /// Returns the present value of a semaphore.
    func value(of semaphore: SemaphoreValue) throws(VulkanError) -> UInt64 {
        var value: UInt64 = 0
        try logical.check(
            logical.functions.getSemaphoreValue(logical.handle, semaphore.handle, &value),
            "vkGetSemaphoreCounterValue")
        return value
    }

    /// Executes commands between semaphores, and waits for their end.
    ///
    /// - Parameter submitted: Called when the device has got the commands, so that semaphores will be signalled
    ///   whatever happens then.
    func execute(
        waits: [SemaphoreValue] = [], signals: [SemaphoreValue] = [], _ record: (CommandRecorder) -> Void,
        submitted: () -> Void = {}
    ) throws {
        try withRecorder { recorder in
            try recorder.submit(waits: waits, signals: signals, record)
            submitted()
            try recorder.wait(
                upTo: timeLimit,
                stopped: .copyStopped(device: description.name, seconds: Int(timeLimit.components.seconds)))
        }
    }
}

extension LogicalDevice {
    /// Waits until a semaphore has a value. Returns false if it hasn't after that time.
    fileprivate func hasReached(_ value: SemaphoreValue, milliseconds: Int) throws(VulkanError) -> Bool {
        var (semaphore, number) = (value.handle, value.value)
        let result = withUnsafePointer(to: &semaphore) { semaphore in
            withUnsafePointer(to: &number) { number in
                var info = VkSemaphoreWaitInfo()
                info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO
                (info.semaphoreCount, info.pSemaphores, info.pValues) = (1, semaphore, number)
                return functions.waitSemaphores(handle, &info, UInt64(milliseconds) * 1_000_000)
            }
        }
        if result == VK_TIMEOUT { return false }
        try check(result, "vkWaitSemaphores")
        return true
    }
}
