import Foundation

/// Bytes in memory that are added to. If the system has no memory for more, adding fails. `Data` ends the process then.
final class GrowingBytes {
    private var address: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The number of bytes.
    private(set) var count = 0

    deinit { free(address) }

    /// Adds up to `length` bytes.
    ///
    /// - Parameter fill: Writes to the address, and returns how many bytes it has written.
    /// - Returns: Whether there was enough memory. If not, `fill` wasn't called.
    func append(upTo length: Int, fill: (UnsafeMutableRawPointer) -> Int) -> Bool {
        guard reserve(count + length), let address else { return false }
        count += fill(address + count)
        return true
    }

    private func reserve(_ needed: Int) -> Bool {
        if needed <= capacity { return true }
        for size in [max(needed, capacity + capacity / 2), needed] {
            guard let larger = realloc(address, size) else { continue }
            (address, capacity) = (larger, size)
            return true
        }
        return false
    }

    /// Returns a copy of the first bytes, at most `length`.
    func start(_ length: Int) -> Data {
        address.map { Data(bytes: $0, count: min(length, count)) } ?? Data()
    }

    /// Returns all bytes without copying them. After that, this object is empty.
    func taken() -> Data {
        guard let address, count > 0 else { return Data() }
        let data = Data(bytesNoCopy: address, count: count, deallocator: .free)
        (self.address, capacity, count) = (nil, 0, 0)
        return data
    }
}
