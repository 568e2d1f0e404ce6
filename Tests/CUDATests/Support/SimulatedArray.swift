@testable import CUDA

/// An array of a simulated device. Its pixels are in rows from the top down, without space between them.
struct SimulatedArray: Sendable {
    var description: CUDAArrayDescription
    var bytesPerRow: Int
    var bytes: [UInt8]
}
