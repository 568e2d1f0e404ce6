import CoreImage
import Foundation

extension ValidationCheck {
    /// Checks that filters and images release their memory.
    static let keepsNoMemory = ValidationCheck(
        filter: "keeps-no-memory", level: 9, needs: [.rendersAtDefaults],
        reason: "A server creates filters for months, so that even small leaks add up."
    ) { filter, context in
        let rounds = 5
        let makings = 250
        context.note("making and rendering \(rounds * makings) filters")
        guard ProcessMemory.resident != nil else { return .skipped("the system doesn't tell how much memory is used") }
        var held: [Int] = []
        for _ in 0...rounds {
            for number in 0..<makings { try MemoryTrial.makeAndForget(filter, renders: number.isMultiple(of: 10)) }
            ValidationRenderer.usual.clearCaches()
            held.append(MemoryTrial.held(filter.name))
        }
        // The first round fills caches. A leak grows in every later round; occasional growth comes from the allocator.
        let growth = zip(held.dropFirst(), held).map { $0 - $1 }.dropFirst()
        let total = growth.reduce(0, +)
        let perFilter = total / (growth.count * makings)
        if growth.allSatisfy({ $0 > MemoryTrial.slackPerRound }) {
            return .failed([
                Finding(
                    "\(growth.count * makings) filters with their images left \(total / 1024) KiB behind, "
                        + "about \(perFilter) bytes each",
                    remedy: "don't keep filters or images in globals, and break reference cycles with weak references")
            ])
        }
        return .passed(["\(max(0, perFilter)) bytes kept a filter"])
    }
}

private enum MemoryTrial {
    /// The growth per round that is tolerated, in bytes: an eighth of the memory of a round's pictures.
    static let slackPerRound = 512 * 1024

    /// Returns the resident memory, in bytes, of this process and of the worker that runs the filter's code.
    static func held(_ filter: String) -> Int {
        let worker = CIFilter.workerProcess(ofFilter: filter).flatMap { ProcessMemory.resident(of: $0) } ?? 0
        return (ProcessMemory.resident ?? 0) + worker
    }

    /// Creates a filter with a new picture of 16 KiB, and releases both.
    static func makeAndForget(_ filter: FilterSubject, renders: Bool) throws {
        let data = Data(repeating: 1, count: 32 * 32 * 16)
        let picture = CIImage(
            bitmapData: data, bytesPerRow: 32 * 16, size: CGSize(width: 32, height: 32), format: .RGBAf, colorSpace: nil
        )
        let image = try filter.output(.defaults, images: ImageInputs([picture]))
        guard renders else { return }
        let region = ValidationRenderer.region(of: image, around: CGRect(x: 0, y: 0, width: 16, height: 16))
        if !region.isEmpty { _ = try ValidationRenderer.usual.pixels(of: image, in: region) }
    }
}
