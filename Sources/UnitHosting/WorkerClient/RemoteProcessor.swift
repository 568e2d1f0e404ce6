import CoreImageEssentials
import Foundation
import Pixels
import Sandboxing
import UnitProcesses

/// A pixel processor of a unit that runs in its worker process; pixels are exchanged in shared memory.
struct RemoteProcessor: PixelProcessor {
    let number: Int
    let name: String
    private let output: RemoteOutput

    init(number: Int, name: String, of output: RemoteOutput) {
        (self.number, self.name, self.output) = (number, name, output)
    }

    /// The same processor of the same output always computes the same pixels.
    var identity: AnyHashable? { [AnyHashable(ObjectIdentifier(output)), AnyHashable(number)] }

    var isUntrusted: Bool { true }

    func region(ofInput index: Int, for rect: CGRect) throws -> CGRect {
        try output.region(ofInput: index, number: number, ofProcessor: true, for: rect)
    }

    func process(inputs: [Raster], region: PixelRect, output raster: Raster) throws {
        let settled = inputs.map(\.immutablePixels)
        let layout = PixelLayout(
            output: region, inputs: inputs.map(\.bounds), hasSeparateMemory: settled.map { $0 != nil })
        guard let parts = layout.parts, parts.byteCount > 0 else { return }
        // Pixels that later rectangles read again are copied to shared memory once, which workers can't modify.
        let shared = try zip(settled, inputs).compactMap { settled, input in
            try settled?.copied { try self.memory(of: input) }
        }
        let memory = try self.memory(byteCount: parts.byteCount, workersMayWrite: true)
        for (index, part) in parts.inputs.enumerated() where !layout.hasSeparateMemory[index] {
            Self.use(part, in: memory) { $0.copy(from: inputs[index]) }
        }
        try output.process(number, layout, in: [memory] + shared)
        Self.use(parts.output, in: memory) { raster.copy(from: $0) }
    }

    /// Calls `body` with a raster in shared memory.
    private static func use(_ part: RasterPart, in memory: SharedMemory, _ body: (Raster) -> Void) {
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            body(part.raster(at: base + part.pages.lowerBound, keeping: nil))
        }
    }

    /// Returns shared memory with a raster's pixels, which workers can only read.
    private func memory(of input: Raster) throws -> SharedMemory {
        guard let part = RasterPart(input.bounds, from: 0), !part.pages.isEmpty else {
            return try self.memory(byteCount: 1, workersMayWrite: false)
        }
        let memory = try self.memory(byteCount: part.pages.count, workersMayWrite: false)
        Self.use(part, in: memory) { $0.copy(from: input) }
        return memory
    }

    private func memory(byteCount: Int, workersMayWrite: Bool) throws -> SharedMemory {
        do { return try SharedMemory(byteCount: byteCount, workersMayWrite: workersMayWrite) } catch {
            let failure = WorkerFailure.cannotShareMemory(bytes: error.bytes, reason: error.reason)
            throw CIPlugInFailure(unit: output.code.bundle, filter: output.filter, failure)
        }
    }
}
