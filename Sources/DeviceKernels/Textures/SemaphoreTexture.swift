/// A texture whose users tell each other by timeline semaphores when pixels are complete. Thread-safe.
///
/// A semaphore is given as a handle of the device's interface.
package protocol SemaphoreTexture: DeviceTexture {
    /// Lets the next reading or writing begin when the semaphore has at least this value. If the wait fails, later ones
    /// wait, too, since the pixels aren't ready.
    func wait(for semaphore: UInt, value: UInt64)
    /// Lets the end of the next writing set the semaphore to this value.
    func signal(_ semaphore: UInt, value: UInt64)
    /// Forgets what `signal` has asked for, after a writing has failed.
    func dropSignals()
}
