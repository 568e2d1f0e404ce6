import Foundation
import ImageGraph
import Pixels

/// A step of a recipe whose pixels a processor computes.
struct ProcessorOperator: NativeOperator {
    /// What computes the pixels.
    let processor: any PixelProcessor
    private(set) var inputs: [ImageNode]
    private let failure = RegionFailure()

    init(_ processor: any PixelProcessor, inputs: [ImageNode]) {
        (self.processor, self.inputs) = (processor, inputs)
    }

    var name: String { processor.name }
    var identity: AnyHashable? { processor.identity }
    var needsFullPrecision: Bool { processor.needsFullPrecision }
    var isOpaque: Bool { processor.isOpaque }
    var isUntrusted: Bool { processor.isUntrusted }
    var regionFailures: [RegionFailure] { [failure] }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        var result = self
        result.inputs = images
        return result
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        failure.catching { try region(ofInput: index, for: output) }
    }

    /// The answer of the processor, who is only asked about rectangles with edges.
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

    func render(inputs rasters: [Raster], region: PixelRect, into output: Raster) throws {
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

    /// The input with every pixel that the processor counts on, so that it needs no checks at the edges of an image.
    private func covering(_ raster: Raster, input index: Int, for region: PixelRect) throws -> Raster {
        let wanted = try self.region(ofInput: index, for: region.cgRect)
        let part = PixelRect(enclosing: wanted)
        // All of an image is as much as there is of it.
        if part.isEmpty || part.isUnbounded || raster.bounds.contains(part) { return raster }
        // The renderer has checked how much there is of the image; what lies around it is checked here.
        guard part.area <= Self.mostPixels || part.area <= 4 * raster.bounds.area else {
            throw ProcessorError.regionTooLarge(processor: name, input: index, region: part)
        }
        return raster.covering(part)
    }

    /// Most pixels that a region may have, unless its image has nearly as many: half a gigabyte.
    private static let mostPixels = 1 << 25
}

extension PixelRect {
    /// Whether an edge is missing: coordinates at the limit stand for infinity.
    fileprivate var isUnbounded: Bool { width >= Self.coordinateLimit || height >= Self.coordinateLimit }
}
