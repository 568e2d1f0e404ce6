import CoreImageEssentials
import Foundation

extension CIImage {
    /// Returns the image with each unpremultiplied colour replaced by the table's colour, multiplied by the pixel's
    /// alpha.
    ///
    /// - Parameter extrapolate: Whether colours outside 0…1 continue the table linearly. Otherwise they take the colour
    ///   of the nearest face of the cube.
    func applying(_ table: ColorTable, extrapolate: Bool) -> CIImage {
        let kernel: ColorTableKernel = extrapolate ? .extrapolating : .clamping
        return (table.isOpaque ? kernel.opaque : kernel.single).apply(
            to: self, region: Self.region(tables: 1...1), table.image, table.scale)
    }

    /// Looks colours up in two tables of the same size and mixes the results by the mask's green: 0 selects `first`, 1
    /// selects `second`.
    func applying(_ first: ColorTable, _ second: ColorTable, mask: CIImage, extrapolate: Bool) -> CIImage {
        let kernel: ColorTableKernel = extrapolate ? .extrapolating : .clamping
        return kernel.mixture.apply(
            to: self, region: Self.region(tables: 2...3), mask, first.image, second.image, first.scale)
    }

    /// Returns the region function of a table kernel: tables are read anywhere, other images only at the pixel that is
    /// written.
    private static func region(tables: ClosedRange<Int>) -> CIKernelRegion {
        CIKernelRegion { index, output in tables.contains(index) ? .infinite : output }
    }
}
