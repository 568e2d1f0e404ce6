/// What the driver says about memory that kernels can access.
package struct CUDAMemoryDescription: Sendable, Hashable {
    /// The context in which the memory was allocated; nil if it belongs to none.
    package var context: CUDAContext?
    /// The number of the device for which it was allocated; nil if the driver has none.
    package var device: Int?
    /// The address by which kernels access the memory. It differs from the given one for some memory of the process.
    package var deviceAddress: UInt64
    /// The first address of the allocation.
    package var start: UInt64
    /// Size of the allocation in bytes.
    package var byteCount: UInt64

    /// Creates a description.
    package init(context: CUDAContext?, device: Int?, deviceAddress: UInt64, start: UInt64, byteCount: UInt64) {
        (self.context, self.device, self.deviceAddress) = (context, device, deviceAddress)
        (self.start, self.byteCount) = (start, byteCount)
    }
}
