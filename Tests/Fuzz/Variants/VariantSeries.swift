import Foundation
import Glibc

/// A series of variants of one kind, read by child processes one after the other, so that a crash affects only one
/// variant.
struct VariantSeries {
    /// A variant that violated a guarantee.
    struct Finding: CustomStringConvertible {
        let kind: String
        let number: Int
        /// The changes that are sufficient.
        let mask: UInt
        let text: String
        /// The file in which the input was stored.
        let file: URL?

        var description: String {
            "\(kind) \(number), \(mask == .max ? "all changes" : "changes \(String(mask, radix: 2))"): \(text)\(file.map { "; kept as \($0.path)" } ?? "")"
        }
    }

    let kind: VariantKind
    /// The number of the first variant.
    var first = 0
    let count: Int
    /// The program that runs `VariantChild` if its environment contains a task, and its arguments.
    let program: URL
    let arguments: [String]
    /// The folder in which inputs of findings are stored; nil to store none.
    let findingsFolder: URL?

    /// The number of variants per child. It is low enough to distinguish a leak from memory that is merely never
    /// returned to the system.
    private static let chunk = 5000
    /// The number of findings with the same text that are reduced and stored.
    private static let examplesOfEach = 2
    /// The number of findings after which a series ends.
    private static let mostFindings = 400

    /// Reads all variants, and returns the findings.
    func run(report: (String) -> Void = { _ in }) throws -> [Finding] {
        var findings: [Finding] = []
        var examples: [String: Int] = [:]
        var next = first
        while next < first + count, findings.count < Self.mostFindings {
            let end = min(first + count, next / Self.chunk * Self.chunk + Self.chunk)
            let result = try process(first: next, count: end - next, mask: .max).run()
            for (number, text) in result.found {
                // Addresses, positions and durations differ between findings of the same kind.
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

    /// Returns the mask of a single change with which a variant still violates a guarantee; all changes if none is
    /// sufficient.
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
