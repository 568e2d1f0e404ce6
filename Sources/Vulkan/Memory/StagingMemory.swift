import DeviceKernels

/// Memory that the processor and the device access, for pixels on their way between the two.
struct StagingMemory {
    /// The memory.
    let range: MemoryRange
    /// The places of copies to the device, in their order.
    let uploads: [StagedCopy]
    /// The places of copies from the device, in their order.
    let downloads: [StagedCopy]

    /// Takes memory for copies whose regions aren't empty.
    init(
        _ uploads: [DeviceWork.Copy], _ downloads: [DeviceWork.Copy], in pool: MemoryPool
    ) throws {
        var end = 0
        func staged(_ copy: DeviceWork.Copy) throws -> StagedCopy {
            let place = StagedCopy(copy, range: try copy.image.memoryRange, offset: end)
            end += MemoryPool.rounded(place.byteCount)
            return place
        }
        self.uploads = try uploads.map(staged)
        self.downloads = try downloads.map(staged)
        range = try pool.range(byteCount: end)
    }
}
