import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// How a device computes the runs of its work: as parts with one dispatch each, and the memory that tells the device
/// about them.
///
/// The memory has the parameter blocks of all parts, and then the fault word of each.
package struct WorkPlan: Sendable {
    /// A part of a run's region.
    package struct Part: Sendable, Hashable {
        /// The number of the run.
        package let run: Int
        /// The pixels to compute. Not empty.
        package let region: PixelRect
        /// Offset of the parameter block in bytes.
        package let block: Int
        /// Offset of the fault word in bytes.
        package let fault: Int
    }

    /// The parts, in the order of their runs. Runs with an empty region have none.
    package let parts: [Part]
    /// The bytes of the fault words of all parts, which are adjacent.
    package let faults: Range<Int>
    private let runs: [DeviceRun]
    private let blocks: [ParameterBlockLayout]

    /// Blocks begin at multiples of this, so that the kernels' loads of different blocks share no line of a cache.
    package static let alignment = 256

    /// Plans runs.
    ///
    /// - Parameters:
    ///   - blocks: For each run, the layout of its kernel's parameter block.
    ///   - divide: Returns the parts of a region that isn't empty.
    /// - Throws: `KernelRunError` if a region isn't inside its output.
    package init(
        _ runs: [DeviceRun], blocks: [ParameterBlockLayout], dividing divide: (PixelRect) -> [PixelRect]
    ) throws {
        precondition(runs.count == blocks.count, "every run needs a layout of its block")
        var places: [(run: Int, region: PixelRect, block: Int)] = []
        var end = 0
        for (index, run) in runs.enumerated() where !run.region.isEmpty {
            guard run.output.pixels.bounds.contains(run.region) else {
                throw KernelRunError.regionOutsideOutput(kernel: run.kernel.program.name)
            }
            for region in divide(run.region) {
                places.append((index, region, end))
                end += (blocks[index].byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
            }
        }
        faults = end..<(end + FaultWord.byteCount * places.count)
        parts = places.enumerated().map { index, place in
            Part(
                run: place.run, region: place.region, block: place.block,
                fault: end + FaultWord.byteCount * index)
        }
        (self.runs, self.blocks) = (runs, blocks)
    }

    /// Size of the memory in bytes. 0 if there is nothing to compute.
    package var byteCount: Int { faults.upperBound }

    /// The names of the kernels for an error, such as `a' and 'b`.
    package var kernelNames: String {
        var names: [String] = []
        for name in runs.map(\.kernel.program.name) where !names.contains(name) { names.append(name) }
        return names.joined(separator: "' and '")
    }

    /// Writes the parameter blocks, and the fault words of pixels that haven't failed.
    ///
    /// - Parameters:
    ///   - memory: A copy of what will be at the address.
    ///   - address: The device's address, a multiple of `ParameterBlockLayout.alignment`.
    /// - Throws: `KernelRunError` or `DeviceKernelError` if a run doesn't fit its kernel.
    package func write(to memory: UnsafeMutableRawBufferPointer, address: UInt64) throws {
        let nothing = DevicePixels(bounds: .empty, format: .RGBAf, address: 0, bytesPerRow: 0)
        for part in parts {
            let (run, block) = (runs[part.run], blocks[part.run])
            let call = DeviceKernelCall(
                arguments: run.arguments, images: run.images, pixels: run.pixels.map { $0?.pixels ?? nothing },
                region: part.region, output: run.output.pixels, stepBudget: run.stepBudget,
                fault: address + UInt64(part.fault))
            try block.write(
                call, of: run.kernel.program, layout: run.kernel.layout, address: address + UInt64(part.block),
                to: UnsafeMutableRawBufferPointer(rebasing: memory[part.block..<part.block + block.byteCount]))
        }
        setFaults(to: FaultWord.none, in: memory)
    }

    /// Ends the loops of kernels that run, if the device sees the memory. The results are useless then.
    package func endLoops(in memory: UnsafeMutableRawBufferPointer) { setFaults(to: 0, in: memory) }

    private func setFaults(to word: UInt32, in memory: UnsafeMutableRawBufferPointer) {
        for part in parts { memory.storeBytes(of: word, toByteOffset: part.fault, as: UInt32.self) }
    }

    /// Throws the error of the first part with a fault.
    package func checkFaults(in memory: UnsafeMutableRawBufferPointer) throws(KernelRunError) {
        for part in parts {
            let word = memory.load(fromByteOffset: part.fault, as: UInt32.self)
            guard let pixel = FaultWord.pixel(of: word, width: part.region.width) else { continue }
            let run = runs[part.run]
            throw .stepBudgetExceeded(
                kernel: run.kernel.program.name, file: run.kernel.program.source.file,
                x: part.region.x + pixel.column, y: part.region.y + pixel.row, budget: run.stepBudget)
        }
    }
}
