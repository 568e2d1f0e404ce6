/// A copy of rows of bytes between an array and memory of the device.
package struct CUDAArrayCopy: Sendable, Hashable {
    /// The direction.
    package enum Direction: Sendable, Hashable {
        case toArray, fromArray
    }

    package var direction: Direction
    package var array: CUDAArray
    /// The first byte of each row of the array, and the first row, from the top down.
    package var x: Int
    package var y: Int
    /// The address of the first row in the device's memory, and the bytes from there to the next.
    package var memory: UInt64
    package var bytesPerRow: Int
    /// The bytes of a row that are copied, at most the bytes between rows.
    package var width: Int
    package var rows: Int

    /// Creates a copy.
    package init(
        _ direction: Direction, array: CUDAArray, x: Int, y: Int, memory: UInt64, bytesPerRow: Int, width: Int,
        rows: Int
    ) {
        (self.direction, self.array, self.x, self.y) = (direction, array, x, y)
        (self.memory, self.bytesPerRow, self.width, self.rows) = (memory, bytesPerRow, width, rows)
    }
}
