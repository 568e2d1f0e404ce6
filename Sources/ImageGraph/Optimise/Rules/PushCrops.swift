import Foundation
import KernelLanguage
import Pixels

/// Moves crops towards the sources, so that only needed pixels are computed, and no crop separates steps that can be
/// fused.
///
/// A crop is moved across a step only if it is the step's only reader, because other readers need the whole result.
struct PushCrops: GraphRule {
    let name = "push crops to the sources"
    let law = "crop_P(f(x)) = f(crop_R(x)) with the extent P, where R is the part of x that f reads for P"
    let exactness = RuleExactness.exact
    let order = RuleOrder.readersFirst

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .crop(let image, _) = node.operation, !node.extent.isNull, !node.extent.isInfinite,
            image.extent.enclosingWholePixels.encloses(node.extent)
        else { return nil }
        let part = node.extent
        switch image.operation {
        case .crop(let inner, _): return ImageNode(.crop(inner, part), extent: part)
        case .constant: return ImageNode(image.operation, extent: part)
        case .clamp(let inner, let rect):
            if rect.encloses(part) { return ImageNode(.crop(inner, part), extent: part) }
            let needed = part.nearestPart(of: rect)
            if needed == rect { return nil }
            let smaller = ImageNode(.clamp(inner.cropped(to: needed), needed), extent: image.extent)
            return ImageNode(.crop(smaller, part), extent: part)
        case .source, .rawSource: return nil
        case .premultiply, .unpremultiply, .convert, .transform, .kernel, .native:
            guard context.readers[image] == 1 else { return nil }
            return moved(image, part)
        }
    }

    /// Returns the step with the extent `part`, over images cropped to what it needs of them.
    private func moved(_ node: ImageNode, _ part: CGRect) -> ImageNode? {
        let operation = node.operation
        // A stored intermediate is more useful for later renderings as a whole.
        if case .native(let computation) = operation, computation is Intermediate { return nil }
        // The law requires a region function that returns everything the kernel reads.
        if case .kernel(let application) = operation, application.callsRegionFunctionOnce { return nil }
        let cuttable = operation.inputsWithFreeExtent
        var cut: [ObjectIdentifier: [(CGRect, ImageNode)]] = [:]
        let inputs = operation.inputs.enumerated().map { index, input in
            guard cuttable[index] else { return input }
            let region = operation.region(ofInput: index, for: part)
            guard !region.isNull, !region.isInfinite, !input.extent.isNull else { return input }
            // An image that is read twice with the same region is cropped once.
            let key = ObjectIdentifier(input)
            if let same = cut[key]?.first(where: { $0.0 == region }) { return same.1 }
            let smaller = input.cropped(to: region)
            cut[key, default: []].append((region, smaller))
            return smaller.extent.isNull ? input : smaller
        }
        return ImageNode(operation.replacingInputs(by: inputs), extent: part)
    }
}

extension ImageOperation {
    /// For each input, whether its extent may shrink to the part needed of it without changing a pixel.
    var inputsWithFreeExtent: [Bool] {
        guard case .kernel(let application) = self else { return inputs.map { _ in true } }
        let reads = ProgramReads(application.program).images
        return application.images.enumerated().map { index, image in
            // A warp kernel's own image is read at points of working space.
            image.wrap == .transparent && (index >= reads.count || !reads[index].isReadInSamplerSpace)
        }
    }
}
