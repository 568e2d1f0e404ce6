import Foundation

/// The task of a child process: reading some variants of a kind, and reporting its findings.
struct VariantTask: Codable {
    /// The environment variable that contains the task as JSON.
    static let variable = "COREIMAGE_FUZZ_VARIANTS"

    let kind: String
    let first: Int
    let count: Int
    /// The changes to make; see `VariantKind.make`.
    let mask: UInt
    /// The folder to which the child writes.
    let folder: URL

    /// A variant that violated a guarantee without ending the process.
    struct Finding: Codable {
        let number: Int
        let text: String
    }

    /// The report of a child that completed its task.
    struct Summary: Codable {
        let findings: [Finding]
        /// Resident bytes after the first tenth of the variants, and at the end.
        let residentBefore: Int
        let residentAfter: Int
        /// Open files after the first tenth of the variants, and at the end.
        let filesBefore: Int
        let filesAfter: Int
        /// The maximum processor time of a variant in seconds, and the variant's number.
        let longest: Double
        let longestNumber: Int
    }

    var summaryFile: URL { folder.appendingPathComponent("summary") }
    /// Contains the number of the variant being read, which identifies it after a crash.
    var progressFile: URL { folder.appendingPathComponent("progress") }

    /// The task of this process; nil if it has none.
    static var ofThisProcess: VariantTask? {
        ProcessInfo.processInfo.environment[variable].flatMap {
            try? JSONDecoder().decode(VariantTask.self, from: Data($0.utf8))
        }
    }
}
