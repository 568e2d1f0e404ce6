import Foundation
import ImageGraph
import Pixels

/// One node of a recipe, prepared for computing any region: colours are converted and arguments checked.
struct RenderStep: Sendable {
    /// The computation.
    let operation: StepOperation
    /// The node's operation, which determines regions of interest; nil for steps that no node of the recipe corresponds
    /// to, which read exactly the pixels that they write.
    let imageOperation: ImageOperation?
    /// Indices of the steps that are read, in the order of the operation's inputs.
    let inputs: [Int]
    /// Bounds of the pixels that may be other than transparent; unbounded for infinite extents.
    let bounds: PixelRect
    /// Name of the step in error messages.
    let name: String
    /// Work per pixel, with every loop counted as one repetition.
    let workPerPixel: Double

    init(
        _ operation: StepOperation, of imageOperation: ImageOperation?, inputs: [Int], bounds: PixelRect, name: String
    ) {
        (self.operation, self.imageOperation, self.inputs) = (operation, imageOperation, inputs)
        (self.bounds, self.name) = (bounds, name)
        workPerPixel = operation.workPerPixel
    }

    /// Returns the step for a recipe's result in `format`. A colour conversion to an integer format clamps colours to
    /// 0…1 before they are multiplied by alpha, because the format holds no other colours.
    func resulting(in format: PixelFormat) -> RenderStep {
        guard !format.isFloat, case .convert(let conversion) = operation else { return self }
        return RenderStep(
            .convertForIntegers(conversion), of: imageOperation, inputs: inputs, bounds: bounds, name: name)
    }

    /// Whether the step's region function can fail. `checkRegions()` must then be called after it.
    var mayFailRegions: Bool { imageOperation?.regionFailures.isEmpty == false }

    /// Whether the step reads a source that may have other pixels in the next rendering.
    var readsChangingPixels: Bool {
        switch imageOperation {
        case .source(let source, _)?, .rawSource(let source)?: source.mayChange
        default: false
        }
    }

    /// Whether the step's region function is called once per rendering. The step's inputs are then stored.
    var callsRegionFunctionOnce: Bool {
        if case .kernel(let application)? = imageOperation { application.callsRegionFunctionOnce } else { false }
    }

    /// Throws if the step's region function has failed.
    func checkRegions() throws(RenderingError) {
        guard let error = imageOperation?.regionFailures.lazy.compactMap(\.error).first else { return }
        throw .regionFailed(step: name, underlying: error)
    }

    /// The kernel's name in its source, or the step's name if the step runs no kernel.
    var kernelName: String { operation.kernel?.name ?? name }

    /// Returns the pixels of input `index` that `output` needs, clipped to that input's `bounds`.
    func region(ofInput index: Int, for output: PixelRect, bounds: PixelRect) -> PixelRect {
        guard let imageOperation else { return output.intersection(bounds) }
        return PixelRect(enclosing: region(ofInput: index, for: output, imageOperation)).intersection(bounds)
    }

    private func region(ofInput index: Int, for output: PixelRect, _ imageOperation: ImageOperation) -> CGRect {
        guard case .kernel(let kernel) = operation, kernel.readers.indices.contains(index) else {
            return imageOperation.region(ofInput: index, for: output.cgRect)
        }
        // Same result as `imageOperation.region`, without collecting the images from the arguments for every tile.
        let reader = kernel.readers[index]
        return reader.image.region(
            for: kernel.regionOfInterest(index, output.cgRect), atPixelCenters: reader.isAtPixelCenters)
    }
}
