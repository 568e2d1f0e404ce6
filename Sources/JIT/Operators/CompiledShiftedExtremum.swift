import Foundation
import ImageGraph
import Pixels

/// An extremum over shifted images, in generated code.
struct CompiledShiftedExtremum: CompiledSelection {
    let portable: ShiftedExtremum
    private let code: DiscFunctions

    init(_ portable: ShiftedExtremum, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: ShiftedExtremum) -> CompiledShiftedExtremum? {
        CompiledShiftedExtremum(other, code: code)
    }

    func select(from inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        let component = OperatorComponent(output.format)
        guard let functions = code[portable.extremum == .maximum ? .largest : .smallest, component] else { return }
        let meter = WorkMeter.current
        let pixelBytes = output.format.bytesPerPixel
        for (index, layer) in portable.layers.enumerated() {
            let whole = inputs[index].covering(layer.reach(of: region))
            let offsets = layer.offsets.map { $0.row * whole.bytesPerRow + $0.column * pixelBytes }
            let weights = [Float](repeating: 1, count: offsets.count)
            for y in output.inMemoryOrder(region.y..<region.maxY) {
                try meter?.check()
                // The position without an offset may be outside the image.
                let line = UnsafeRawPointer(whole.pixel(region.x, y))
                let target = output.pixel(region.x, y)
                if index == 0 { target.copyMemory(from: line + offsets[0], byteCount: region.width * pixelBytes) }
                functions.gather(line, offsets, weights, offsets.count, target, 4 * region.width)
            }
        }
    }
}
