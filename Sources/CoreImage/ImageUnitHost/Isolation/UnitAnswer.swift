import Foundation

/// What a unit's worker process answers. The host believes none of it unchecked.
enum UnitAnswer: Equatable {
    /// Done.
    case done
    /// What inputs a filter has: a recipe of one step, the filter, whose inputs' values are the attributes.
    case description([UInt8])
    /// The filter has no output image for its values.
    case noImage
    /// The output image's recipe, and how many functions and processors it has.
    case output(UnitOutput)
    /// A region of interest.
    case region(CGRect)
    /// The output was made by another worker process, before this one.
    case unknownOutput

    /// An output image.
    struct Output: Equatable {
        /// The worker process that made it.
        var worker: Int
        var number: Int
        var recipe: [UInt8]
        var regions: Int
        var processors: Int
    }
}

typealias UnitOutput = UnitAnswer.Output

extension UnitAnswer {
    /// The answer as it is sent.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .done: writer.write(UInt8(0))
        case .description(let recipe):
            writer.write(UInt8(1))
            writer.write(Data(recipe))
        case .noImage: writer.write(UInt8(2))
        case .output(let output):
            writer.write(UInt8(3))
            writer.write(output.worker)
            writer.write(output.number)
            writer.write(Data(output.recipe))
            writer.write(output.regions)
            writer.write(output.processors)
        case .region(let rect):
            writer.write(UInt8(4))
            writer.write(rect)
        case .unknownOutput: writer.write(UInt8(5))
        }
        return writer.bytes
    }

    /// The answer in bytes, which may be anything.
    init(_ bytes: [UInt8]) throws(ByteReadingError) {
        var reader = ByteReader(bytes)
        switch try reader.byte() {
        case 0: self = .done
        case 1: self = .description([UInt8](try reader.data()))
        case 2: self = .noImage
        case 3:
            self = .output(
                Output(
                    worker: try reader.integer(), number: try reader.integer(), recipe: [UInt8](try reader.data()),
                    regions: try reader.integer(), processors: try reader.integer()))
        case 4: self = .region(try reader.rect())
        case 5: self = .unknownOutput
        default: throw .invalid(at: 0, expected: "a kind of answer")
        }
        try reader.end()
    }
}
