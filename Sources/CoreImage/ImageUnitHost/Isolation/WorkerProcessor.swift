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
        let settled = inputs.map(\.settledPixels)
        let layout = PixelLayout(
            output: region, inputs: inputs.map(\.bounds), isApart: settled.map { $0 != nil })
        guard let byteCount = layout.byteCount, byteCount > 0 else { return }
        // What the next rectangles need again is copied once, and no worker may change it.
        let shared = try zip(settled, inputs).compactMap { settled, input in
            try settled?.copied { try self.memory(of: input) }
        }
        let memory = try self.memory(byteCount: byteCount, workersMayWrite: true)
        let apart = zip(inputs, layout.isApart).filter { $1 }.map { $0.0 }
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let rasters = layout.rasters(over: base, keeping: nil, apart: apart)
            for (index, target) in rasters.inputs.enumerated() where !layout.isApart[index] {
                target.copy(from: inputs[index])
            }
        }
        try output.process(number, layout, in: [memory] + shared)
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            raster.copy(from: layout.rasters(over: base, keeping: nil, apart: apart).output)
        }
    }

    /// Memory with a raster's pixels, which workers only read.
    private func memory(of input: Raster) throws -> SharedMemory {
        let bytes = PixelLayout(output: input.bounds, inputs: []).byteCount ?? 0
        let memory = try self.memory(byteCount: max(1, bytes), workersMayWrite: false)
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: SIMD4<Float>.self) else { return }
            Raster(bounds: input.bounds, pixels: base, stride: input.bounds.width, keeping: nil).copy(from: input)
        }
        return memory
    }

    private func memory(byteCount: Int, workersMayWrite: Bool) throws -> SharedMemory {
        do { return try SharedMemory(byteCount: byteCount, workersMayWrite: workersMayWrite) } catch {
            throw CIPlugInFailure(unit: output.unit.bundle, filter: output.filter, error)
        }
    }
}
