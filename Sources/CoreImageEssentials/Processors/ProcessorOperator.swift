import Foundation
import ImageGraph
import Pixels

/// A step of a recipe whose pixels are computed by a processor.
package struct ProcessorOperator: NativeOperator {
    /// The processor.
    let processor: any PixelProcessor
    package private(set) var inputs: [ImageNode]
    private let failure = RegionFailure()

    package init(_ processor: any PixelProcessor, inputs: [ImageNode]) {
        (self.processor, self.inputs) = (processor, inputs)
    }

    package var name: String { processor.name }
    package var identity: AnyHashable? { processor.identity }
    package var needsFullPrecision: Bool { processor.needsFullPrecision }
    package var isOpaque: Bool { processor.isOpaque }
    package var isUntrusted: Bool { processor.isUntrusted }
    package var regionFailures: [RegionFailure] { [failure] }

    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        var result = self
        result.inputs = images
        return result
    }

    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        failure.catching { try region(ofInput: index, for: output) }
    }

    /// Returns the processor's region of interest. The processor is only called for finite rectangles.
    private func region(ofInput index: Int, for output: CGRect) throws -> CGRect {
        if output.isNull || output.isInfinite || PixelRect(enclosing: output).isUnbounded { return output }
        let answer = try processor.region(ofInput: index, for: output)
        if answer.isNull || answer.isInfinite { return answer }
        let parts = [answer.origin.x, answer.origin.y, answer.size.width, answer.size.height]
        guard parts.allSatisfy(\.isFinite) else {
            throw ProcessorError.malformedRegion(processor: name, input: index, answer: answer)
        }
        return answer.standardized
    }

    package func render(inputs rasters: [Raster], region: PixelRect, into output: Raster) throws {
        let target = output.window(region)
        target.fill(region, with: .zero)
        let covered = try rasters.enumerated().map { index, raster in
            try covering(raster, input: index, for: region)
        }
        try processor.process(inputs: covered, region: region, output: target)
        guard isOpaque else { return }
        for y in target.bounds.y..<target.bounds.maxY {
            let row = target.row(y)
            for x in 0..<target.bounds.width { row[x].w = 1 }
        }
    }

    /// Returns the input extended to every pixel that the processor requests, so that the processor needs no checks at
    /// the edges of an image.
    private func covering(_ raster: Raster, input index: Int, for region: PixelRect) throws -> Raster {
        let wanted = try self.region(ofInput: index, for: region.cgRect)
        let part = PixelRect(enclosing: wanted)
        // A processor gets no pixel of an image that it doesn't read, even if the image is in memory. A raster without
        // pixels stays, because a worker's one lies on a page that can't be accessed.
        if part.isEmpty { return raster.bounds.isEmpty ? raster : Raster(bounds: .empty) }
        // An infinite region stands for all of the image.
        if part.isUnbounded || raster.bounds.contains(part) { return raster }
        // The renderer has limited the part inside the image. The area around the image is limited here.
        guard part.area <= Self.mostPixels || part.area <= 4 * raster.bounds.area else {
            throw ProcessorError.regionTooLarge(processor: name, input: index, region: part)
        }
        return raster.covering(part)
    }

    /// The largest number of pixels in a region, unless the input's pixels are at least a quarter as many. At 16 bytes
    /// per pixel this is half a gigabyte.
    private static let mostPixels = 1 << 25
}
