import Foundation
import ImageGraph
import Pixels

/// A processor that gets more of its images than its region function returns, with transparent pixels around them.
struct RoomyProcessor: NativeOperator {
    let computation: any NativeOperator
    let inputs: [ImageNode]
    /// The part of each input that the processor gets.
    let rooms: [CGRect]

    /// The largest room, in pixels, that is put around an image; a larger region is given as the processor declares it.
    private static let mostPixels = 1 << 23

    var name: String { computation.name }
    var needsFullPrecision: Bool { computation.needsFullPrecision }
    var regionFailures: [RegionFailure] { computation.regionFailures }
    var isOpaque: Bool { computation.isOpaque }
    var isUntrusted: Bool { computation.isUntrusted }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        RoomyProcessor(computation: computation, inputs: images, rooms: rooms)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        isRoomy(index) ? rooms[index] : computation.regionOfInterest(ofInput: index, for: output)
    }

    func render(inputs rasters: [Raster], region: PixelRect, into output: Raster) throws {
        let covered = rasters.enumerated().map { index, raster in
            isRoomy(index) ? raster.covering(PixelRect(enclosing: rooms[index])) : raster
        }
        try computation.render(inputs: covered, region: region, into: output)
    }

    private func isRoomy(_ index: Int) -> Bool { PixelRect(enclosing: rooms[index]).area <= Self.mostPixels }
}
