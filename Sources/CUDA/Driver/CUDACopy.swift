/// A copy of rows of bytes between the process's memory and a device's.
package struct CUDACopy {
    /// The direction.
    package enum Direction: Sendable, Hashable {
        case toDevice, fromDevice
    }

    package var direction: Direction
    /// The address of the first row in the process's memory, and the bytes from there to the next.
    package var host: UnsafeMutableRawPointer
    package var hostBytesPerRow: Int
    /// The same in the device's memory.
    package var device: UInt64
    package var deviceBytesPerRow: Int
    /// The bytes of a row that are copied, at most the bytes between rows.
    package var width: Int
    package var rows: Int

    /// Creates a copy of rows.
    package init(
        _ direction: Direction, host: UnsafeMutableRawPointer, hostBytesPerRow: Int, device: UInt64,
        deviceBytesPerRow: Int, width: Int, rows: Int
    ) {
        (self.direction, self.host, self.hostBytesPerRow) = (direction, host, hostBytesPerRow)
        (self.device, self.deviceBytesPerRow, self.width, self.rows) = (device, deviceBytesPerRow, width, rows)
    }

    /// Creates a copy of adjacent bytes.
    package init(_ direction: Direction, host: UnsafeMutableRawPointer, device: UInt64, byteCount: Int) {
        self.init(
            direction, host: host, hostBytesPerRow: byteCount, device: device, deviceBytesPerRow: byteCount,
            width: byteCount, rows: 1)
    }
}
