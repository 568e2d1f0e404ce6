import DeviceKernels

extension AllocatedTexture {
    /// Makes all pixels transparent.
    ///
    /// - Throws: `DeviceFailure`.
    package func clear() throws {
        var work = DeviceWork()
        work.runs = [try device.copy(nil, bounds, to: try beginWriting())]
        try device.perform(work)
    }
}
