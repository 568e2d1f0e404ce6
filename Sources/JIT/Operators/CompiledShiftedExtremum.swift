import Foundation
import ImageGraph
import Pixels

/// An extremum over shifted images, in generated code.
struct CompiledShiftedExtremum: NativeOperator {
    private let portable: ShiftedExtremum
    private let code: DiscFunctions

    init(_ portable: ShiftedExtremum, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var workPerPixel: Double { portable.workPerPixel }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        let layers = zip(images, portable.layers).map { ShiftedExtremum.Layer($0, offsets: $1.offsets) }
        return CompiledShiftedExtremum(
            ShiftedExtremum(name: name, layers: layers, extremum: portable.extremum), code: code)
    }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let gather = code.gather[portable.extremum == .maximum ? .largest : .smallest] else { return }
        let meter = WorkMeter.current
        for (index, layer) in portable.layers.enumerated() {
            let whole = inputs[index].covering(layer.reach(of: region))
            let offsets = layer.offsets.map {
                ($0.row * whole.stride + $0.column) * MemoryLayout<SIMD4<Float>>.stride
            }
            let weights = [Float](repeating: 1, count: offsets.count)
            for y in region.y..<region.maxY {
                try meter?.check()
                // Compute the address without forming a row pointer, since the position without an offset may be
                // outside the image.
                let line =
                    UnsafeRawPointer(whole.pixels)
                    + ((y - whole.bounds.y) * whole.stride + region.x - whole.bounds.x)
                    * MemoryLayout<SIMD4<Float>>.stride
                let target = output.row(y) + (region.x - output.bounds.x)
                if index == 0 {
                    UnsafeMutableRawPointer(target).copyMemory(
                        from: line + offsets[0], byteCount: region.width * MemoryLayout<SIMD4<Float>>.stride)
                }
                gather(line, offsets, weights, offsets.count, target, 4 * region.width)
            }
        }
    }
}
