import CoreImageEssentials
import Foundation
import Pixels
import Recipes

extension UnitRequest {
    /// The encoded message.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .open(let opening):
            writer.write(UInt8(0))
            writer.write(opening.interface)
            writer.write(opening.bundle)
        case .describe(let filter):
            writer.write(UInt8(1))
            writer.write(filter)
        case .output(let request):
            writer.write(UInt8(2))
            writer.write(request.object)
            writer.write(Data(request.recipe))
            writer.write(each: request.extents) { $0.write($1) }
        case .region(let function, let ofProcessor, let image, let rect):
            writer.write(UInt8(3))
            writer.write(function)
            writer.write(ofProcessor)
            writer.write(image)
            writer.write(rect)
        case .process(let function, let layout):
            writer.write(UInt8(4))
            writer.write(function)
            writer.write(layout.output)
            writer.write(each: Array(zip(layout.inputs, layout.hasSeparateMemory))) { writer, input in
                writer.write(input.0)
                writer.write(input.1)
            }
        case .release(let outputs, let filters):
            writer.write(UInt8(5))
            writer.write(each: outputs) { writer, output in
                writer.write(output.worker)
                writer.write(output.number)
            }
            writer.write(each: filters) { $0.write($1) }
        }
        return writer.bytes
    }

    /// Decodes a message.
    init(_ bytes: [UInt8]) throws(ByteReadingError) {
        var reader = ByteReader(bytes)
        switch try reader.byte() {
        case 0: self = .open(UnitOpening(interface: try reader.text(), bundle: try reader.text()))
        case 1: self = .describe(filter: try reader.text())
        case 2:
            self = .output(
                UnitOutputRequest(
                    object: try reader.integer(), recipe: [UInt8](try reader.data()),
                    extents: try reader.array(ofBytes: 4 * 8) { reader throws(ByteReadingError) in try reader.rect() }))
        case 3:
            self = .region(
                try reader.outputFunctionID(), ofProcessor: try reader.flag(), image: try reader.integer(),
                rect: try reader.rect())
        case 4:
            let function = try reader.outputFunctionID()
            let output = try reader.pixelRect()
            let inputs = try reader.array(ofBytes: 5) { reader throws(ByteReadingError) in
                (try reader.pixelRect(), try reader.flag())
            }
            self = .process(
                function,
                PixelLayout(output: output, inputs: inputs.map { $0.0 }, hasSeparateMemory: inputs.map { $0.1 }))
        case 5:
            self = .release(
                outputs: try reader.array(ofBytes: 2) { reader throws(ByteReadingError) in
                    OutputID(worker: try reader.integer(), number: try reader.integer())
                },
                filters: try reader.array { reader throws(ByteReadingError) in try reader.integer() })
        default: throw .invalid(at: 0, expected: "a kind of message")
        }
        try reader.end()
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ function: OutputFunctionID) {
        write(function.worker)
        write(function.output)
        write(function.number)
    }

    /// Writes a rectangle of whole pixels.
    mutating func write(_ rect: PixelRect) {
        for number in [rect.x, rect.y, rect.width, rect.height] { write(number) }
    }
}

extension ByteReader {
    fileprivate mutating func outputFunctionID() throws(ByteReadingError) -> OutputFunctionID {
        OutputFunctionID(worker: try integer(), output: try integer(), number: try integer())
    }

    /// Reads a rectangle of whole pixels.
    mutating func pixelRect() throws(ByteReadingError) -> PixelRect {
        let start = place
        let numbers = [try integer(), try integer(), try integer(), try integer()]
        let limit = PixelRect.coordinateLimit
        guard numbers.allSatisfy({ abs($0 / 2) <= limit }), numbers[2] >= 0, numbers[3] >= 0 else {
            throw .invalid(at: start, expected: "a rectangle of pixels")
        }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
