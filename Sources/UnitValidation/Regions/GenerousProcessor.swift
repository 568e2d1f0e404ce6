import Foundation
import ImageGraph
import Pixels

/// A processor that gets more of its images than its region function returns, with transparent pixels around them.
struct GenerousProcessor: NativeOperator {
    let computation: any NativeOperator
    let inputs: [ImageNode]
    /// The part of each input that the processor gets.
    let generousRegions: [CGRect]

    /// The maximum size of a generous region in pixels; for a larger one the processor gets the region that it
    /// declares.
    private static let maximumPixels = 1 << 23

    var name: String { computation.name }
    var needsFullPrecision: Bool { computation.needsFullPrecision }
    var regionFailures: [RegionFailure] { computation.regionFailures }
    var isOpaque: Bool { computation.isOpaque }
    var isUntrusted: Bool { computation.isUntrusted }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        GenerousProcessor(computation: computation, inputs: images, generousRegions: generousRegions)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        isGenerous(index) ? generousRegions[index] : computation.regionOfInterest(ofInput: index, for: output)
    }

    func render(inputs rasters: [Raster], region: PixelRect, into output: Raster) throws {
        let covered = rasters.enumerated().map { index, raster in
            isGenerous(index) ? raster.covering(PixelRect(enclosing: generousRegions[index])) : raster
        }
        try computation.render(inputs: covered, region: region, into: output)
    }

    private func isGenerous(_ index: Int) -> Bool {
        PixelRect(enclosing: generousRegions[index]).area <= Self.maximumPixels
    }
}
