import Glibc

/// The cameras of a system. Tests have one that is simulated.
package protocol VideoDeviceSystem: Sendable {
    /// The paths of devices that can be cameras, in their order.
    var paths: [String] { get }

    /// Opens a device.
    ///
    /// - Throws: The number of the system's error.
    func open(_ path: String) throws(SystemErrorNumber) -> any VideoDeviceFile
}

/// An open device. Used by one thread at a time, except for ``interrupt()``.
package protocol VideoDeviceFile: AnyObject, Sendable {
    /// Makes a request of Video4Linux, whose structure is at an address.
    ///
    /// - Throws: The number of the system's error.
    func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) throws(SystemErrorNumber)

    /// Maps a buffer of the device into memory, for reading.
    func map(offset: Int, length: Int) throws(SystemErrorNumber) -> UnsafeRawBufferPointer

    /// Ends a mapping.
    func unmap(_ memory: UnsafeRawBufferPointer)

    /// Waits until a buffer can be taken, the time is over, or the call is interrupted.
    ///
    /// - Returns: Whether it is worth trying to take a buffer.
    func waitForBuffer(milliseconds: Int32) throws(SystemErrorNumber) -> Bool

    /// Makes the call that waits, or the next one, return false at once. Thread-safe.
    func interrupt()
}

/// A number of an error of the system, such as `ENODEV`.
package struct SystemErrorNumber: Error, Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// What the system calls the error.
    package var text: String { String(cString: strerror(rawValue)) }
}
