import Foundation
import Pixels
import UnitProcesses

/// A pixel processor of a unit in its worker process: pixels go there and come back in shared memory.
struct WorkerProcessor: PixelProcessor {
    let number: Int
    let name: String
    private let output: WorkerOutput

    init(number: Int, name: String, of output: WorkerOutput) {
        (self.number, self.name, self.output) = (number, name, output)
    }

    /// The same processor of the same output computes the same.
    var identity: AnyHashable? { [AnyHashable(ObjectIdentifier(output)), AnyHashable(number)] }

    var isUntrusted: Bool { true }

    func region(ofInput index: Int, for rect: CGRect) throws -> CGRect {
        try output.region(ofInput: index, number: number, ofProcessor: true, for: rect)
    }

    func process(inputs: [Raster], region: PixelRect, output raster: Raster) throws {
        let layout = PixelLayout(output: region, inputs: inputs.map(\.bounds))
        guard let byteCount = layout.byteCount, byteCount > 0 else { return }
        let memory: SharedMemory
        do { memory = try SharedMemory(byteCount: byteCount, workersMayWrite: true) } catch {
            throw CIPlugInFailure(unit: output.unit.bundle, filter: output.filter, error)
        }
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let shared = layout.rasters(over: base, keeping: nil)
            for (target, source) in zip(shared.inputs, inputs) { target.copy(from: source) }
        }
        try output.process(number, layout, in: memory)
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            raster.copy(from: layout.rasters(over: base, keeping: nil).output)
        }
    }
}
