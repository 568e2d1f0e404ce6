import Foundation

/// Memory of a picture, in huge pages if the system has them, as arrays of NumPy are, which the peers read and write.
///
/// Several threads may fill it, each in separate rows, before it becomes `Data`.
final class PictureMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawPointer
    let byteCount: Int

    private static let hugePage = 2 << 20

    init(byteCount: Int) {
        self.byteCount = byteCount
        let size = max(1, byteCount).roundedUp(toMultipleOf: Self.hugePage)
        bytes = .allocate(byteCount: size, alignment: Self.hugePage)
        madvise(bytes, size, MADV_HUGEPAGE)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    deinit { bytes.deallocate() }

    /// The bytes, which the data keeps alive.
    var data: Data { Data(bytesNoCopy: bytes, count: byteCount, deallocator: .custom { _, _ in _ = self }) }
}

extension Int {
    fileprivate func roundedUp(toMultipleOf unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
