import Foundation
import ImageGraph
import Pixels

/// An extremum over shifted images, in generated code.
struct CompiledShiftedExtremum: ByteOperator {
    private let portable: ShiftedExtremum
    private let code: DiscFunctions

    init(_ portable: ShiftedExtremum, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var workPerPixel: Double { portable.workPerPixel }
    func resultFormat(reading format: PixelFormat) -> PixelFormat? { format.isFourBytes ? format : nil }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        let layers = zip(images, portable.layers).map { ShiftedExtremum.Layer($0, offsets: $1.offsets) }
        return CompiledShiftedExtremum(
            ShiftedExtremum(name: name, layers: layers, extremum: portable.extremum), code: code)
    }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        try render(bytes: inputs.map(\.view), region: region, into: output.view)
    }

    func render(bytes inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        let component = OperatorComponent(output.format)
        guard let functions = code[portable.extremum == .maximum ? .largest : .smallest, component] else { return }
        let meter = WorkMeter.current
        let pixelBytes = output.format.bytesPerPixel
        for (index, layer) in portable.layers.enumerated() {
            let whole = inputs[index].covering(layer.reach(of: region))
            let offsets = layer.offsets.map { $0.row * whole.bytesPerRow + $0.column * pixelBytes }
            let weights = [Float](repeating: 1, count: offsets.count)
            for y in region.y..<region.maxY {
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
