import Foundation
import KernelLanguage
import Pixels

extension KernelApplication {
    /// Most instructions of a joined kernel.
    static let mostInstructions = 2000
    /// Most images of a joined kernel.
    static let mostImages = 12
    /// Most closures inside each other that find a joined kernel's regions.
    static let mostRegionDepth = 64
    /// Most scalars in local arrays of a joined kernel, unless one of the two brings them all.
    static let mostArrayScalars = 1024

    /// This kernel with `producer` in place of the parameters `replaced`, which show nothing but its pixels; nil where the two
    /// can't be joined.
    ///
    /// - Parameter output: the rectangle in which this kernel's result is looked at.
    func fusing(_ producer: PixelProducer, at replaced: Set<Int>, output: CGRect) -> KernelApplication? {
        let other = producer.application
        guard program.requiresSandbox == other.program.requiresSandbox else { return nil }
        let (reads, otherReads) = (ProgramReads(program), ProgramReads(other.program))
        guard reads.instructionCount + otherReads.instructionCount <= Self.mostInstructions,
            max(regionDepth, other.regionDepth) < Self.mostRegionDepth,
            // Each pixel has one budget of steps.
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
        guard joined.samplerCount <= Self.mostImages else { return nil }
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
            bounds: producer.area?.moved(-producer.offset.x, -producer.offset.y).cgRect ?? .infinite)
        var result = KernelApplication(program: joined, arguments: combined) { regions.region(ofImage: $0, for: $1) }
        result.parts = parts + other.parts
        result.regionDepth = max(regionDepth, other.regionDepth) + 1
        result.regionFailures = regionFailures + other.regionFailures
        result.computesRegionOnce = computesRegionOnce || other.computesRegionOnce
        result.isSimplified = false
        return result
    }

    private func arraysFit(with other: Program) -> Bool {
        let (own, its) = (program.arrays.map(\.count), other.arrays.map(\.count))
        return own.isEmpty || its.isEmpty || (own + its).reduce(0, +) <= Self.mostArrayScalars
    }

    /// Whether the parameters read numbers instead of colours.
    private func isTable(_ parameters: Set<Int>) -> Bool {
        parameters.contains { program.parameters[$0].type == .table }
    }

    /// How many images come before a parameter.
    func imageNumber(ofParameter index: Int) -> Int { program.parameters[..<index].count(where: \.type.isImage) }

    /// For each parameter of `other`, the parameter of this kernel that is bound to the same image in the same way.
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

    /// The program, with images that stay numbers if `isTable`.
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
    /// An image of the producer, as the kernel that takes the producer in has to bind it.
    struct MovedImage {
        var image: SampledImage
        /// Whether its transform was moved, as it is read at the pixel being computed.
        var isMoved: Bool
        /// Whether its pixels are numbers.
        var isTable: Bool
    }

    /// The producer's images in the reader's coordinates; nil where moving them would change pixels.
    fileprivate func images(asTables: Bool, reads: ProgramReads) -> [MovedImage]? {
        let types = application.program.parameters.map(\.type).filter(\.isImage)
        var result: [MovedImage] = []
        for (index, image) in application.images.enumerated() {
            var moved = MovedImage(image: image, isMoved: false, isTable: asTables || types[index] == .table)
            if moved.isTable { moved.image.colorSpace = nil }
            if offset != (0, 0), reads.images[index].isReadAtDestination {
                // Read both ways, it would have to be bound twice; between pixels, moving it would round differently.
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
