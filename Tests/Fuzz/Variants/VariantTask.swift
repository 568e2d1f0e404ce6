import Foundation

/// What a child process is told to do: read some variants of a kind, and write down what it finds.
struct VariantTask: Codable {
    /// The variable of the environment that holds it, as JSON.
    static let variable = "COREIMAGE_FUZZ_VARIANTS"

    let kind: String
    let first: Int
    let count: Int
    /// Which changes are made; see `VariantKind.make`.
    let mask: UInt
    /// Where the child writes.
    let folder: URL

    /// A variant that broke a promise without ending the process.
    struct Finding: Codable {
        let number: Int
        let text: String
    }

    /// What a child that came to its end says.
    struct Summary: Codable {
        let findings: [Finding]
        /// Bytes in memory after the first tenth, and at the end.
        let residentBefore: Int
        let residentAfter: Int
        /// Open files after the first tenth, and at the end.
        let filesBefore: Int
        let filesAfter: Int
        /// The most seconds of the processor that a variant took, and which it was.
        let longest: Double
        let longestNumber: Int
    }

    var summaryFile: URL { folder.appendingPathComponent("summary") }
    /// Holds the number of the variant that is being read: a crash leaves it there.
    var progressFile: URL { folder.appendingPathComponent("progress") }

    /// The task of this process, if it has one.
    static var ofThisProcess: VariantTask? {
        ProcessInfo.processInfo.environment[variable].flatMap {
            try? JSONDecoder().decode(VariantTask.self, from: Data($0.utf8))
        }
    }
}
