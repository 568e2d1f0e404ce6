import Foundation
import KernelLanguage
import Pixels

/// Computes a kernel only at the pixels that a reduction without interpolation keeps.
///
/// The transform is moved to the images that the kernel reads at the pixel being computed. Other images stay as they
/// are, because the kernel computes where it reads them from the coordinates of its pixel.
package struct ComputeWhereSampled: GraphRule {
    /// Name for `explain`.
    package let name = "compute kernels where they are sampled"
    /// The equation that the rule relies on.
    package let law = "T(f(x)) = f'(T(x)), where T picks pixels, and f' is f with the coordinates of the pixel picked"
    /// The same instructions run for fewer pixels.
    package let exactness = RuleExactness.exact
    /// Of several kernels, the last one moves the transform past all others.
    package let order = RuleOrder.readersFirst

    /// Creates the rule.
    package init() {}

    /// Returns a kernel over transformed images in place of a transformed kernel.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .transform(let inner, let transform, .nearest) = node.operation, context.readers[inner] == 1,
            let sampling = Sampling(transform, of: inner.extent, into: node.extent),
            case .kernel(let application) = inner.operation, application.program.kind != .warp,
            let result = application.computed(at: sampling, transform)
        else { return nil }
        return ImageNode(.kernel(result), extent: sampling.extent)
    }

    /// How pixels of a reduced image are picked: that at (x, y) is the one that contains
    /// `(x · factors[0] + offsets[0], y · factors[1] + offsets[1])`.
    fileprivate struct Sampling {
        let factors: [Float]
        let offsets: [Float]
        /// The pixels for which a pixel inside of the larger image is picked. The others are transparent.
        let extent: CGRect

        /// Coordinates below this are exact in single precision, including quarters.
        private static let coordinateLimit = Double(1 << 21)

        /// Returns nil if the transform isn't a reduction by whole numbers, if no pixel is picked, or if coordinates of
        /// picked pixels would be rounded.
        init?(_ transform: CGAffineTransform, of large: CGRect, into small: CGRect) {
            guard transform.b == 0, transform.c == 0, transform.isInvertible, !small.isInfinite, !small.isNull else {
                return nil
            }
            let inverse = transform.inverted()
            // Inverting rounds. Transforms allow for that at the edges of pixels, too.
            let factors = [inverse.a, inverse.d].map { $0.rounded() }
            let offsets = [inverse.tx, inverse.ty].map { ($0 * 2).rounded() / 2 }
            guard factors.allSatisfy({ $0 >= 1 }), factors.contains(where: { $0 > 1 }),
                abs(factors[0] - inverse.a) < 0x1p-42, abs(factors[1] - inverse.d) < 0x1p-42,
                abs(offsets[0] - inverse.tx) < 0x1p-20, abs(offsets[1] - inverse.ty) < 0x1p-20
            else { return nil }
            let sides = [
                (small.minX, small.maxX, large.minX, large.maxX), (small.minY, small.maxY, large.minY, large.maxY),
            ]
            var ends: [(first: Double, end: Double)] = []
            for (axis, (first, end, low, high)) in sides.enumerated() {
                // The middle of the first pixel is picked from `low` on, that of the last one below `high`.
                let (factor, offset) = (factors[axis], offsets[axis])
                let from = max(first, ((low - offset) / factor - 0.5).rounded(.up))
                let to = min(end, ((high - offset) / factor - 0.5).rounded(.up))
                guard from < to, [from, to].allSatisfy({ abs($0 * factor + offset) < Self.coordinateLimit }) else {
                    return nil
                }
                ends.append((from, to))
            }
            extent = CGRect(
                x: ends[0].first, y: ends[1].first, width: ends[0].end - ends[0].first,
                height: ends[1].end - ends[1].first)
            (self.factors, self.offsets) = (factors.map { Float($0) }, offsets.map { Float($0) })
        }
    }
}

extension KernelApplication {
    /// Returns this kernel for the pixels that a transform picks; nil if its images can't be read there.
    fileprivate func computed(at sampling: ComputeWhereSampled.Sampling, _ transform: CGAffineTransform) -> Self? {
        let reads = ProgramReads(program)
        var arguments = arguments
        var isMoved: [Bool] = []
        for (index, argument) in arguments.enumerated() {
            guard case .image(var image) = argument else { continue }
            let read = reads.images[isMoved.count]
            isMoved.append(read.isReadAtDestinationOnly)
            if read.isReadAtDestinationOnly {
                guard image.transform.isIdentity, image.wrap == .transparent else { return nil }
                image.node = ImageNode(
                    .transform(image.node, transform, .nearest), extent: image.node.extent.mapped(by: transform))
                arguments[index] = .image(image)
            } else if read.isReadAtDestination {
                return nil
            }
        }
        let (region, inverse, moved) = (regionOfInterest, transform.inverted(), isMoved)
        var result = self
        result.regionOfInterest = { index, output in
            moved[index] ? output : region(index, output.mapped(by: inverse))
        }
        result.regionDepth += 1
        result.arguments = arguments
        guard reads.readsDestination else { return result.regionDepth < Self.maximumRegionDepth ? result : nil }
        result.program = program.computed(atPixelsIn: program.parameters.count)
        result.arguments.append(.numbers(sampling.factors + sampling.offsets))
        result.isSimplified = false
        return result.regionDepth < Self.maximumRegionDepth ? result : nil
    }
}

extension Program {
    /// Returns this program with the coordinates that a new parameter picks, in place of those of its pixel.
    fileprivate func computed(atPixelsIn parameter: Int) -> Program {
        var (result, code) = (self, CodeBuilder(registers: registers, span: span))
        var renaming = ProgramRenaming(
            parameters: parameters.indices.map { $0 }, images: (0..<samplerCount).map { $0 })
        renaming.destination = code.sampledDestination(by: parameter)
        result.parameters.append(KernelParameter(name: "sampling", type: .vector(4), span: span))
        result.prologue = code.prologue + prologue
        result.body = code.body + renaming.statements(body)
        result.registers = code.registers
        return result
    }
}
