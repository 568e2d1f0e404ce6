import Foundation
import KernelLanguage
import Pixels

extension KernelApplication {
    /// Maximum number of instructions of a fused kernel.
    static let maximumInstructions = 2000
    /// Maximum number of images of a fused kernel.
    static let maximumImages = 12
    /// Maximum number of nested closures that compute a fused kernel's regions.
    static let maximumRegionDepth = 64
    /// Maximum number of scalars in local arrays of a fused kernel, unless all of them come from one of the two
    /// kernels.
    static let maximumArrayScalars = 1024

    /// Returns this kernel with `producer` fused in place of the parameters `replaced`, which show only the producer's
    /// pixels; nil if the two can't be fused.
    ///
    /// - Parameter output: The rectangle in which this kernel's result is used.
    func fusing(_ producer: PixelProducer, at replaced: Set<Int>, output: CGRect) -> KernelApplication? {
        let other = producer.application
        guard program.requiresSandbox == other.program.requiresSandbox else { return nil }
        let (reads, otherReads) = (ProgramReads(program), ProgramReads(other.program))
        guard reads.instructionCount + otherReads.instructionCount <= Self.maximumInstructions,
            max(regionDepth, other.regionDepth) < Self.maximumRegionDepth,
            // A pixel has only one step budget, so at most one of the two kernels may loop.
            !(reads.hasLoop && otherReads.hasLoop), arraysFit(with: other.program)
        else { return nil }
        let mask = producer.area.flatMap { area in
            output.isInfinite || !area.contains(PixelRect(enclosing: output)) ? area : nil
        }
        if let mask, !PixelProducer.hasExactEdges(mask) { return nil }
        guard let images = producer.images(asTables: isTable(replaced), reads: otherReads) else { return nil }
        let shared = sharedParameters(of: other, images: images, replaced: replaced)
        let isShifted = producer.offset != (0, 0) && otherReads.readsDestination
        let composition = ProgramComposition(
            producer: other.program(withTables: isTable(replaced)), consumer: program, replaced: replaced,
            shared: shared, isShifted: isShifted, isMasked: mask != nil)

        let joined = composition.program()
        guard joined.samplerCount <= Self.maximumImages else { return nil }
        var combined = arguments.indices.filter { !replaced.contains($0) }.map { arguments[$0] }
        var imageNumber = 0
        for (index, argument) in other.arguments.enumerated() {
            var own = argument
            if case .image = argument {
                own = .image(images[imageNumber].image)
                imageNumber += 1
            }
            if shared[index] == nil { combined.append(own) }
        }
        if isShifted { combined.append(.numbers([Float(-producer.offset.x), Float(-producer.offset.y)])) }
        if let mask {
            combined.append(.numbers([mask.x, mask.y, mask.maxX, mask.maxY].map { Float($0) }))
        }
        let regions = FusedRegions(
            origins: origins(of: other, images: images, shared: shared, replaced: replaced),
            replaced: replaced.map(imageNumber(ofParameter:)).sorted(), consumer: regionOfInterest,
            producer: other.regionOfInterest, offset: CGPoint(x: producer.offset.x, y: producer.offset.y),
            bounds: producer.area?.moved(dx: -producer.offset.x, dy: -producer.offset.y).cgRect ?? .infinite)
        var result = KernelApplication(program: joined, arguments: combined) { regions.region(ofImage: $0, for: $1) }
        result.parts = parts + other.parts
        result.regionDepth = max(regionDepth, other.regionDepth) + 1
        result.regionFailures = regionFailures + other.regionFailures
        result.callsRegionFunctionOnce = callsRegionFunctionOnce || other.callsRegionFunctionOnce
        result.isSimplified = false
        return result
    }

    private func arraysFit(with other: Program) -> Bool {
        let (own, its) = (program.arrays.map(\.count), other.arrays.map(\.count))
        return own.isEmpty || its.isEmpty || (own + its).reduce(0, +) <= Self.maximumArrayScalars
    }

    /// Whether one of the parameters reads uninterpreted numbers instead of colours.
    private func isTable(_ parameters: Set<Int>) -> Bool {
        parameters.contains { program.parameters[$0].type == .table }
    }

    /// Returns the image index of a parameter: the number of images before it.
    func imageNumber(ofParameter index: Int) -> Int { program.parameters[..<index].count(where: \.type.isImage) }

    /// Returns, for each parameter of `other`, the index of this kernel's parameter that is bound to the same image in
    /// the same way; nil if there is none.
    private func sharedParameters(
        of other: KernelApplication, images: [PixelProducer.MovedImage], replaced: Set<Int>
    ) -> [Int?] {
        var imageNumber = 0
        return other.program.parameters.map { parameter in
            guard parameter.type.isImage else { return nil }
            let moved = images[imageNumber]
            imageNumber += 1
            return program.parameters.indices.first { index in
                guard !replaced.contains(index), case .image(let image) = arguments[index] else { return false }
                return (program.parameters[index].type == .table) == moved.isTable && image.isSame(as: moved.image)
            }
        }
    }

    private func origins(
        of other: KernelApplication, images: [PixelProducer.MovedImage], shared: [Int?], replaced: Set<Int>
    ) -> [[FusedRegions.Origin]] {
        var result: [[FusedRegions.Origin]] = []
        var places: [Int: Int] = [:]
        for index in program.parameters.indices where program.parameters[index].type.isImage {
            if replaced.contains(index) { continue }
            places[index] = result.count
            result.append([.consumer(imageNumber(ofParameter: index))])
        }
        var imageNumber = 0
        for (index, parameter) in other.program.parameters.enumerated() where parameter.type.isImage {
            let origin = FusedRegions.Origin.producer(imageNumber, isMoved: images[imageNumber].isMoved)
            imageNumber += 1
            if let place = shared[index].flatMap({ places[$0] }) {
                result[place].append(origin)
            } else {
                result.append([origin])
            }
        }
        return result
    }

    /// Returns the program; its images are changed to tables if `isTable`.
    fileprivate func program(withTables isTable: Bool) -> Program {
        guard isTable else { return program }
        var result = program
        for index in result.parameters.indices where result.parameters[index].type.isImage {
            result.parameters[index].type = .table
        }
        return result
    }
}

extension PixelProducer {
    /// An image of the producer, as the fused kernel must bind it.
    struct MovedImage {
        var image: SampledImage
        /// Whether the producer's translation was added to its transform, because it is read at the pixel being
        /// computed.
        var isMoved: Bool
        /// Whether its pixels are numbers rather than colours.
        var isTable: Bool
    }

    /// Returns the producer's images in the consumer's coordinates; nil if moving them would change pixels.
    fileprivate func images(asTables: Bool, reads: ProgramReads) -> [MovedImage]? {
        let types = application.program.parameters.map(\.type).filter(\.isImage)
        var result: [MovedImage] = []
        for (index, image) in application.images.enumerated() {
            var moved = MovedImage(image: image, isMoved: false, isTable: asTables || types[index] == .table)
            if moved.isTable { moved.image.colorSpace = nil }
            if offset != (0, 0), reads.images[index].isReadAtDestination {
                // An image read in both ways would have to be bound twice. Moving an image that is sampled between
                // pixels would change its rounding.
                guard reads.images[index].isReadAtDestinationOnly, let own = image.transform.wholePixelTranslation
                else { return nil }
                moved.image.transform = CGAffineTransform(
                    translationX: CGFloat(own.x + offset.x), y: CGFloat(own.y + offset.y))
                moved.isMoved = true
            }
            result.append(moved)
        }
        return result
    }
}

extension SampledImage {
    /// Whether both read the same pixels of the same node.
    func isSame(as other: SampledImage) -> Bool {
        node === other.node && transform == other.transform && interpolation == other.interpolation
            && wrap == other.wrap && colorSpace == other.colorSpace
    }
}
