import Foundation

/// Lets instances and devices be opened and closed one at a time.
///
/// The validation layer finds a device by the address of its functions. If one thread closes a device while another
/// opens one that gets the same address, the layer forgets the new device, and the next call ends the process.
enum DeviceOpening {
    private static let lock = NSLock()

    /// Calls `body` while no other thread opens or closes anything.
    static func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }
}
