import Foundation

/// Lets instances and devices be opened and closed one at a time.
///
/// The validation layer looks up devices without a lock. If two threads change its table at the same time, a later call
/// ends the process. Calls to devices that are open don't wait for this lock, so a program that uses the layer should
/// open its devices before other threads render.
enum DeviceOpening {
    private static let lock = NSLock()

    /// Calls `body` while no other thread opens or closes anything.
    static func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }
}
