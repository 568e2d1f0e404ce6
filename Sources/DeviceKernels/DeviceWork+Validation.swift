import Pixels

extension DeviceWork {
    /// Checks that all pixels are in memory of the device, and that copies lie in both their images.
    ///
    /// - Parameter owns: Whether memory is the device's.
    /// - Throws: `DeviceKernelError`.
    package func validate(owns: (any DeviceMemory) -> Bool) throws(DeviceKernelError) {
        for (copies, name) in [(uploads, "a copy to the device"), (downloads, "a copy from the device")] {
            for copy in copies {
                guard owns(copy.image.memory) else { throw .wrongDevice(what: "the memory of \(name)") }
                guard copy.isConsistent else { throw .wrongCopy(what: name) }
            }
        }
        for run in runs {
            let name = run.kernel.program.name
            guard owns(run.output.memory) else { throw .wrongDevice(what: "the result of kernel '\(name)'") }
            for (index, image) in run.pixels.enumerated() {
                guard let image, !owns(image.memory) else { continue }
                throw .wrongDevice(what: "image \(index) of kernel '\(name)'")
            }
        }
    }
}

extension DeviceWork.Copy {
    /// Whether both images have all pixels of the region, in one format.
    fileprivate var isConsistent: Bool {
        view.format == image.pixels.format && !view.format.isPlanar && view.bounds.contains(region)
            && image.pixels.bounds.contains(region)
    }
}
