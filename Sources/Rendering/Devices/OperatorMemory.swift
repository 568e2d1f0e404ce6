import DeviceKernels
import ImageGraph
import Pixels

/// The memory of the results between an operator's runs. A result gets the memory of an earlier one that no later run
/// reads.
struct OperatorMemory {
    private let device: any KernelDevice
    /// For each run, the last one that reads its result.
    private var lastReaders: [Int]
    private var free: [any DeviceMemory] = []

    init(_ runs: [OperatorRun], _ device: any KernelDevice) {
        self.device = device
        lastReaders = Array(runs.indices)
        for (index, run) in runs.enumerated() {
            for image in run.images { if case .run(let number) = image.source { lastReaders[number] = index } }
        }
    }

    /// Returns memory for a result.
    mutating func image(_ region: PixelRect) throws -> DeviceImage {
        let needed = DeviceImage.byteCount(bounds: region, format: .RGBAf)
        let fitting = free.indices.filter { free[$0].byteCount >= needed }
        if let index = fitting.min(by: { free[$0].byteCount < free[$1].byteCount }) {
            return DeviceImage(bounds: region, format: .RGBAf, in: free.remove(at: index))
        }
        return try DeviceImage(bounds: region, format: .RGBAf, on: device)
    }

    /// Takes back the memory of the results that no run after `index` reads. The last result isn't one of them.
    mutating func release(after index: Int, _ results: [DeviceImage]) {
        guard index < lastReaders.count - 1 else { return }
        for (number, result) in results.enumerated() where lastReaders[number] == index { free.append(result.memory) }
    }
}
