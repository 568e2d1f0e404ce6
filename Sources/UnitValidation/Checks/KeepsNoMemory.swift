import CoreImage
import Foundation

extension ValidationCheck {
    /// Checks that filters and images release their memory.
    static let keepsNoMemory = ValidationCheck(
        filter: "keeps-no-memory", level: 9, needs: [.rendersAtDefaults],
        reason: "A server creates filters for months, so that even small leaks add up."
    ) { filter, context in
        context.note("making and rendering \(MemoryTrial.rounds * MemoryTrial.makings) filters")
        guard ProcessMemory.resident != nil else { return .skipped("the system doesn't tell how much memory is used") }
        var growth: [Int] = []
        // A leak grows in every round of every trial. Other parts of the process can grow meanwhile, but not always.
        for _ in 0..<MemoryTrial.trials {
            growth = try MemoryTrial.growth(filter)
            let perFilter = growth.reduce(0, +) / (growth.count * MemoryTrial.makings)
            guard growth.allSatisfy({ $0 > MemoryTrial.slackPerRound }) else {
                return .passed(["\(max(0, perFilter)) bytes kept a filter"])
            }
        }
        let (count, total) = (growth.count * MemoryTrial.makings, growth.reduce(0, +))
        return .failed([
            Finding(
                "\(count) filters with their images left \(total / 1024) KiB behind, about \(total / count) bytes each",
                remedy: "don't keep filters or images in globals, and break reference cycles with weak references")
        ])
    }
}

private enum MemoryTrial {
    /// How often the memory must have grown before it counts as a leak.
    static let trials = 3
    static let rounds = 5
    /// The filters of a round.
    static let makings = 250

    /// Returns the growth of memory in each round, in bytes. The first round isn't counted, because it fills caches.
    static func growth(_ filter: FilterSubject) throws -> [Int] {
        var held: [Int] = []
        for _ in 0...rounds {
            for number in 0..<makings { try makeAndForget(filter, renders: number.isMultiple(of: 10)) }
            ValidationRenderer.usual.clearCaches()
            held.append(self.held(filter.name))
        }
        return Array(zip(held.dropFirst(), held).map { $0 - $1 }.dropFirst())
    }

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
