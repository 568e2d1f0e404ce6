import DeviceKernels
import Pixels

/// Memory that the processor and the device access, for pixels on their way to and from memory that the processor
/// doesn't access.
struct StagingMemory {
    /// The memory; nil if the processor accesses that of all images.
    let range: MemoryRange?
    /// For each copy to the device, its place; nil if it needs none.
    let uploads: [StagedCopy?]
    /// For each copy from the device, its place; nil if it needs none.
    let downloads: [StagedCopy?]

    /// Takes memory for copies whose regions aren't empty.
    init(
        _ uploads: [DeviceWork.Copy], _ downloads: [DeviceWork.Copy], in pool: MemoryPool
    ) throws {
        var end = 0
        func staged(_ copy: DeviceWork.Copy) throws -> StagedCopy? {
            let memory = try copy.image.bufferMemory
            if memory.bytes != nil { return nil }
            let place = StagedCopy(copy, memory: memory, offset: end)
            end += MemoryPool.rounded(place.byteCount)
            return place
        }
        self.uploads = try uploads.map(staged)
        self.downloads = try downloads.map(staged)
        range = end == 0 ? nil : try pool.range(byteCount: end)
    }

    /// Returns the pixels of a copy where the processor accesses them.
    func pixels(of copy: DeviceWork.Copy, _ staged: StagedCopy?) throws -> PixelView {
        if let staged, let range { return staged.view(in: try range.mappedBytes) }
        guard let view = try copy.image.mappedView else {
            throw DeviceKernelError.wrongDevice(what: "the memory of an image")
        }
        return view.window(copy.region)
    }
}
