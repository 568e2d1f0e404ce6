import Foundation
import Glibc

/// Many variants of a kind, read by child processes one after the other, so that a crash costs one variant and not the series.
struct VariantSeries {
    /// A variant that broke a promise.
    struct Finding: CustomStringConvertible {
        let kind: String
        let number: Int
        /// The changes that suffice.
        let mask: UInt
        let text: String
        /// Where the input was kept.
        let file: URL?

        var description: String {
            "\(kind) \(number), \(mask == .max ? "all changes" : "changes \(String(mask, radix: 2))"): \(text)\(file.map { "; kept as \($0.path)" } ?? "")"
        }
    }

    let kind: VariantKind
    /// The number of the first variant.
    var first = 0
    let count: Int
    /// The program that runs `VariantChild` where its environment holds a task, with its arguments.
    let program: URL
    let arguments: [String]
    /// Where inputs of findings are kept; nil to keep none.
    let findingsFolder: URL?

    /// Variants of a child: few enough that memory that is never given back shows as a leak and not as a lack.
    private static let chunk = 5000
    /// Findings of one text that are made again with fewer changes, and kept.
    private static let examplesOfEach = 2
    /// Findings after which a series ends.
    private static let mostFindings = 400

    /// Reads all, and returns what was found.
    func run(report: (String) -> Void = { _ in }) throws -> [Finding] {
        var findings: [Finding] = []
        var examples: [String: Int] = [:]
        var next = first
        while next < first + count, findings.count < Self.mostFindings {
            let end = min(first + count, next / Self.chunk * Self.chunk + Self.chunk)
            let result = try process(first: next, count: end - next, mask: .max).run()
            for (number, text) in result.found {
                // Addresses, places and durations differ from one finding to the next of its kind.
                let sort = String(text.filter { !$0.isHexDigit })
                examples[sort, default: 0] += 1
                let isExample = examples[sort, default: 0] <= Self.examplesOfEach
                let mask = isExample ? try smallestMask(number) : .max
                let finding = Finding(
                    kind: kind.name, number: number, mask: mask, text: text, file: isExample ? keep(number, mask) : nil)
                findings.append(finding)
                report("\(finding)")
            }
            if let trace = result.trace {
                findings.append(Finding(kind: kind.name, number: next, mask: .max, text: trace, file: nil))
            }
            report(result.summary)
            next = result.next
        }
        return findings
    }

    private func process(first: Int, count: Int, mask: UInt) -> VariantProcess {
        VariantProcess(kind: kind.name, first: first, count: count, mask: mask, program: program, arguments: arguments)
    }

    /// The fewest changes with which a variant still breaks a promise: one, where one suffices.
    private func smallestMask(_ number: Int) throws -> UInt {
        for bit in 0..<VariantKind.mostChanges {
            let mask = UInt(1) << UInt(bit)
            if try !process(first: number, count: 1, mask: mask).run().found.isEmpty { return mask }
        }
        return .max
    }

    private func keep(_ number: Int, _ mask: UInt) -> URL? {
        guard let findingsFolder, let (target, bytes) = try? kind.make(number, mask) else { return nil }
        let folder = findingsFolder.appendingPathComponent("\(target.name)/findings")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("\(kind.name)-\(number)-\(String(mask, radix: 16))")
        return (try? Data(bytes).write(to: file)) == nil ? nil : file
    }
}
