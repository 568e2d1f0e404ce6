import CoreImage
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import UntrustedInput

/// Rewrites a recipe so that a kernel, or a unit's processor, can read only a given part of its images.
///
/// A renderer computes at least the declared region of interest, and often more, so a region that is too small causes
/// errors only sometimes. Here an additional kernel in front of each image makes everything outside of the region
/// transparent. The extent stays the same.
struct RegionTrial {
    /// The part of an image that a kernel can read.
    enum Allowance: Hashable {
        /// The declared region, grown by this many pixels on all sides.
        case declared(grownBy: Int)
        /// A part much larger than any region of interest, as if the kernel weren't limited by tiles.
        case generous
    }

    /// The recipe is too large to be rewritten, because an image is reachable on very many paths.
    struct TooLarge: Error, CustomStringConvertible {
        let description = "the recipe has more than \(RegionTrial.stepLimit) steps, too many for this check"
    }

    /// The minimum growth of the declared region with `generous`, in pixels.
    static let generousMargin = 512

    /// The allowance for all places that aren't in `exceptions`.
    var allowance: Allowance
    /// The allowances for individual places.
    var exceptions: [RegionPlace: Allowance] = [:]

    private static let stepLimit = 4000

    /// Returns the rewritten recipe, which is valid for the pixels of `region`.
    func recipe(of node: ImageNode, for region: PixelRect) throws(TooLarge) -> ImageNode {
        var steps = 0
        return try rewrite(node, for: region.cgRect, &steps)
    }

    /// Returns the image inputs of all kernels and units' processors of a recipe, with the names of these steps, such
    /// as
    /// “kernel 'blur'”, outermost step first.
    static func places(in node: ImageNode) throws(TooLarge) -> [(place: RegionPlace, step: String)] {
        var (found, pending): ([(RegionPlace, String)], [ImageNode]) = ([], [node])
        var seen: Set<ObjectIdentifier> = []
        while let node = pending.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            guard seen.count <= stepLimit else { throw TooLarge() }
            let step: String? =
                switch node.operation {
                case .kernel(let application): "kernel '\(printable(application.program.name))'"
                case .native(let computation) where computation.isUntrusted:
                    "processor '\(printable(computation.name))'"
                default: nil
                }
            if let step {
                for index in node.operation.inputs.indices {
                    found.append((RegionPlace(node: ObjectIdentifier(node), input: index), step))
                }
            }
            pending += node.operation.inputs
        }
        return found
    }

    private func rewrite(_ node: ImageNode, for wanted: CGRect, _ steps: inout Int) throws(TooLarge) -> ImageNode {
        steps += 1
        guard steps <= Self.stepLimit else { throw TooLarge() }
        let rect = wanted.safeIntersection(node.extent)
        let inputs = node.operation.inputs
        if inputs.isEmpty || rect.isNull { return node }
        if case .native(let computation) = node.operation, computation.isUntrusted {
            return try rewrite(node, computation, for: rect, &steps)
        }
        guard case .kernel(var application) = node.operation else {
            var replaced: [ImageNode] = []
            for (index, input) in inputs.enumerated() {
                replaced.append(try rewrite(input, for: node.operation.region(ofInput: index, for: rect), &steps))
            }
            return ImageNode(node.operation.replacingInputs(by: replaced), extent: node.extent)
        }
        var replaced: [ImageNode] = []
        var generousRegions: [CGRect] = []
        for (index, image) in application.images.enumerated() {
            let declared = application.regionOfInterest(index, rect)
            let atCenters = application.samplesAtPixelCenters(index)
            let generous = Self.generousRegion(around: declared, rect, image.node.extent)
            generousRegions.append(generous)
            let part = image.region(for: allowed(node, index, declared, generous), atPixelCenters: atCenters)
            replaced.append(Self.cut(try rewrite(image.node, for: part, &steps), to: part))
        }
        application.regionOfInterest = { [generousRegions] index, _ in
            index < generousRegions.count ? generousRegions[index] : .null
        }
        return ImageNode(
            ImageOperation.kernel(application).replacingInputs(by: replaced), extent: node.extent)
    }

    /// Rewrites a processor. It gets memory around its region, so that it computes other pixels instead of
    /// crashing if it leaves the region.
    private func rewrite(
        _ node: ImageNode, _ computation: any NativeOperator, for rect: CGRect, _ steps: inout Int
    ) throws(TooLarge) -> ImageNode {
        var replaced: [ImageNode] = []
        var generousRegions: [CGRect] = []
        for (index, input) in computation.inputs.enumerated() {
            let declared = computation.regionOfInterest(ofInput: index, for: rect)
            let generous = Self.generousRegion(around: declared, rect, input.extent)
            generousRegions.append(generous)
            let part = allowed(node, index, declared, generous)
            replaced.append(Self.cut(try rewrite(input, for: part, &steps), to: part))
        }
        let generous = GenerousProcessor(computation: computation, inputs: replaced, generousRegions: generousRegions)
        return ImageNode(.native(generous), extent: node.extent)
    }

    /// Returns the part of input `index` that a step can read, of which it declares the region `declared`.
    private func allowed(_ node: ImageNode, _ index: Int, _ declared: CGRect, _ generous: CGRect) -> CGRect {
        switch exceptions[RegionPlace(node: ObjectIdentifier(node), input: index)] ?? allowance {
        case .generous: generous
        case .declared(let margin): Self.grown(declared, by: margin)
        }
    }

    /// Returns the part of an image that is in memory: much more than the declared region, and the image's edges.
    private static func generousRegion(around declared: CGRect, _ rect: CGRect, _ extent: CGRect) -> CGRect {
        let edges = extent.isInfinite || extent.isNull ? CGRect.null : extent.insetBy(dx: -1, dy: -1)
        return grown(declared.safeUnion(rect), by: generousMargin).safeUnion(edges)
    }

    private static func grown(_ rect: CGRect, by margin: Int) -> CGRect {
        if rect.isNull || rect.isInfinite || margin == 0 { return rect }
        return rect.insetBy(dx: CGFloat(-margin), dy: CGFloat(-margin))
    }

    /// Returns an image of the same extent that is transparent outside of `rect`.
    private static func cut(_ image: ImageNode, to rect: CGRect) -> ImageNode {
        if image.extent.isNull || rect.isInfinite { return image }
        let part = rect.safeIntersection(image.extent)
        if part == image.extent { return image }
        if part.isNull { return ImageNode(ImageNode.empty.operation, extent: image.extent) }
        let pixels = PixelRect(enclosing: part).cgRect
        let arguments = [pixels.minX, pixels.minY, pixels.maxX, pixels.maxY].map { Float($0) }
        let application = KernelApplication(
            program: cutting, arguments: [.image(SampledImage(image)), .numbers(arguments)],
            regionOfInterest: { $1.safeIntersection(pixels) })
        return ImageNode(.kernel(application), extent: image.extent)
    }

    private static let cutting: Program = {
        let text = """
            kernel vec4 cut(__sample s, vec4 edges)
            {
                vec2 place = destCoord();
                bool inside = place.x > edges.x && place.y > edges.y && place.x < edges.z && place.y < edges.w;
                return inside ? s : vec4(0.0);
            }
            """
        guard let program = KernelCompiler.compile(KernelSource(text: text, file: #fileID)).kernels.first else {
            preconditionFailure("the kernel above has an error")
        }
        return program
    }()
}
