import Foundation
import ImageGraph
import Pixels

/// The median of 3 × 3 pixels, in generated code.
struct CompiledMedian: CompiledSelection {
    /// The generated functions. They exist as long as a copy of this value.
    struct Functions: Sendable {
        let floats: MedianEmitter.Function
        let bytes: MedianEmitter.Function
        private let code: MachineCode

        /// Looks up the functions. Throws `ObjectFileError` if one is missing.
        init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
            func function(_ component: OperatorComponent) throws(ObjectFileError) -> MedianEmitter.Function {
                let emitter = MedianEmitter(emitter: OperatorEmitter(instructions: instructions), component: component)
                return unsafeBitCast(try code.address(of: emitter.name), to: MedianEmitter.Function.self)
            }
            floats = try function(.float)
            bytes = try function(.byte)
            self.code = code
        }
    }

    let portable: Median
    private let functions: Functions

    init(_ portable: Median, functions: Functions) { (self.portable, self.functions) = (portable, functions) }

    func compiled(_ other: Median) -> CompiledMedian? { CompiledMedian(other, functions: functions) }

    func select(from inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.clear(region) }
        let whole = image.repeatingEdge(of: portable.edge, in: region.outset(by: 1))
        let function = OperatorComponent(output.format) == .byte ? functions.bytes : functions.floats
        let meter = WorkMeter.current
        for y in whole.inMemoryOrder(region.y..<region.maxY) {
            try meter?.check()
            let row = whole.pixel(region.x, y)
            function(
                row - whole.bytesPerRow, row, row + whole.bytesPerRow, output.pixel(region.x, y), 4 * region.width)
        }
    }
}
