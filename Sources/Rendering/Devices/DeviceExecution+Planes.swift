import DeviceKernels
import ImageGraph
import Pixels

/// Planes of luma and chroma, which kernels pack after those that compute codes.
extension DeviceExecution {
    /// Computes the demanded part of planes into memory.
    ///
    /// - Throws: `DeviceFailure`, or the error of the rendering. The part is undefined then.
    func computePlanes(_ demand: DeviceDemand, held: inout [HeldPixels?]) throws {
        try inBands(demand, held: &held) { try packAtOnce($0, held: &$1) }
    }

    private func packAtOnce(_ demand: DeviceDemand, held: inout [HeldPixels?]) throws {
        var copied = held
        var (work, result) = try prepare(demand, &copied, into: nil)
        guard let planes = demand.planes?.planes, let codes = result?.window(demand.written) else {
            throw DeviceFailure(.unsupported, device: device.name, reason: "a part of the planes has no codes")
        }
        for plane in planes {
            let packed = try DeviceImage(bounds: plane.run.region, format: plane.format, on: device)
            try append(plane.run, [codes], [], packed, to: &work)
            work.downloads.append(DeviceWork.Copy(plane.view, packed.showing(plane), plane.region))
        }
        try perform(work, of: demand)
        held = copied
    }
}

extension DeviceImage {
    /// Returns the same bytes as pixels of a plane that is packed in them. So as few bytes can be copied as the plane
    /// has, although the last pixel of a row may be filled up.
    fileprivate func showing(_ plane: PackedPlane) -> DeviceImage {
        let format = plane.view.format
        let bounds = PixelRect(
            x: plane.region.x, y: plane.region.y,
            width: pixels.bounds.width * (pixels.format.pixelStride / format.pixelStride), height: pixels.bounds.height)
        return DeviceImage(
            memory,
            DevicePixels(bounds: bounds, format: format, address: pixels.address, bytesPerRow: pixels.bytesPerRow))
    }
}
