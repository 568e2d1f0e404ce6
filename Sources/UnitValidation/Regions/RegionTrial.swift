import CoreImage
import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Rewrites a recipe so that a kernel finds nothing of its images beyond what a trial allows it.
///
/// A renderer computes at least the declared region of interest, and often more, so that a region that is too small shows only now
/// and then. Here a kernel of our own stands before each image and makes everything beyond the region transparent; the extent stays.
struct RegionTrial {
    /// How much of an image a kernel finds.
    enum Allowance: Hashable {
        /// The declared region, grown on all sides by so many pixels.
        case declared(grownBy: Int)
        /// Far more than any region: what the kernel would find if it read without a tile's limits.
        case generous
    }

    /// A recipe that is too large to be rewritten, as one image is reached in very many ways.
    struct TooLarge: Error, CustomStringConvertible {
        let description = "the recipe has too many steps to be taken apart"
    }

    /// Pixels beyond the declared region that `generous` gives at least.
    static let reach = 512

    /// What holds for places that `exceptions` doesn't name.
    var allowance: Allowance
    /// What holds for single places.
    var exceptions: [RegionPlace: Allowance] = [:]

    private static let stepLimit = 4000

    /// The recipe for the pixels of `region`.
    func recipe(of node: ImageNode, for region: PixelRect) throws(TooLarge) -> ImageNode {
        var steps = 0
        return try rewrite(node, for: region.cgRect, &steps)
    }

    /// The images that kernels of a recipe read, with the kernels' names, outermost first.
    static func places(in node: ImageNode) throws(TooLarge) -> [(place: RegionPlace, kernel: String)] {
        var (found, pending): ([(RegionPlace, String)], [ImageNode]) = ([], [node])
        var seen: Set<ObjectIdentifier> = []
        while let node = pending.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            guard seen.count <= stepLimit else { throw TooLarge() }
            if case .kernel(let application) = node.operation {
                for index in application.images.indices {
                    found.append((RegionPlace(node: ObjectIdentifier(node), input: index), application.program.name))
                }
            }
            pending += node.operation.inputs
        }
        return found
    }

    private func rewrite(_ node: ImageNode, for wanted: CGRect, _ steps: inout Int) throws(TooLarge) -> ImageNode {
        steps += 1
        guard steps <= Self.stepLimit else { throw TooLarge() }
        let rect = wanted.overlap(node.extent)
        let inputs = node.operation.inputs
        if inputs.isEmpty || rect.isNull { return node }
        guard case .kernel(var application) = node.operation else {
            var replaced: [ImageNode] = []
            for (index, input) in inputs.enumerated() {
                replaced.append(try rewrite(input, for: node.operation.region(ofInput: index, for: rect), &steps))
            }
            return ImageNode(node.operation.replacingInputs(by: replaced), extent: node.extent)
        }
        var replaced: [ImageNode] = []
        var rooms: [CGRect] = []
        for (index, image) in application.images.enumerated() {
            let place = RegionPlace(node: ObjectIdentifier(node), input: index)
            let declared = application.regionOfInterest(index, rect)
            let atCenters = application.samplesAtPixelCenters(index)
            let extent = image.node.extent
            let edges = extent.isInfinite || extent.isNull ? CGRect.null : extent.insetBy(dx: -1, dy: -1)
            let room = Self.grown(declared.hull(rect), by: Self.reach).hull(edges)
            let allowed: CGRect =
                switch exceptions[place] ?? allowance {
                case .generous: room
                case .declared(let margin): Self.grown(declared, by: margin)
                }
            rooms.append(room)
            let part = image.region(for: allowed, atPixelCenters: atCenters)
            replaced.append(Self.cut(try rewrite(image.node, for: part, &steps), to: part))
        }
        application.regionOfInterest = { [rooms] index, _ in index < rooms.count ? rooms[index] : .null }
        return ImageNode(
            ImageOperation.kernel(application).replacingInputs(by: replaced), extent: node.extent)
    }

    private static func grown(_ rect: CGRect, by margin: Int) -> CGRect {
        if rect.isNull || rect.isInfinite || margin == 0 { return rect }
        return rect.insetBy(dx: CGFloat(-margin), dy: CGFloat(-margin))
    }

    /// The pixels inside `rect`, and transparent ones elsewhere in the same extent.
    private static func cut(_ image: ImageNode, to rect: CGRect) -> ImageNode {
        if image.extent.isNull || rect.isInfinite { return image }
        let part = rect.overlap(image.extent)
        if part == image.extent { return image }
        if part.isNull { return ImageNode(ImageNode.empty.operation, extent: image.extent) }
        let pixels = PixelRect(enclosing: part).cgRect
        let arguments = [pixels.minX, pixels.minY, pixels.maxX, pixels.maxY].map { Float($0) }
        let application = KernelApplication(
            program: cutting, arguments: [.image(SampledImage(image)), .numbers(arguments)],
            regionOfInterest: { $1.overlap(pixels) })
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
