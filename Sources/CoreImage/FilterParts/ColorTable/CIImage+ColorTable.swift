import Foundation
import Pixels

extension CIImage {
    /// The image with its unpremultiplied colours replaced by those of a table, multiplied by the pixels' alpha.
    ///
    /// - Parameter extrapolate: whether colours beyond 0…1 continue the table linearly, instead of taking the colour of its nearest face.
    func lookedUp(in table: ColorTable, extrapolate: Bool) -> CIImage {
        let kernel: ColorTableKernel = extrapolate ? .extrapolating : .clamping
        return (table.isOpaque ? kernel.opaque : kernel.single).apply(
            to: self, region: Self.region(tables: 1...1), table.image, table.scale)
    }

    /// The same with a second table of the same size: the first where the mask's green is 0, the second where it is 1, mixtures between.
    func lookedUp(in first: ColorTable, _ second: ColorTable, mask: CIImage, extrapolate: Bool) -> CIImage {
        let kernel: ColorTableKernel = extrapolate ? .extrapolating : .clamping
        return kernel.mixture.apply(
            to: self, region: Self.region(tables: 2...3), mask, first.image, second.image, first.scale)
    }

    /// Tables are read anywhere, other images where the kernel writes.
    private static func region(tables: ClosedRange<Int>) -> CIKernelRegion {
        CIKernelRegion { index, output in tables.contains(index) ? .infinite : output }
    }
}
