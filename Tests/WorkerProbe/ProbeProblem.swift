import Foundation

/// Why the probe has no result; its text goes to the host.
struct ProbeProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// A system call that failed, if it did: the probe reports the error number in its reply.
    static func code(_ result: Int) -> [UInt8] { [UInt8]("\(result < 0 ? errno : 0)".utf8) }
    static func code(_ result: Int32) -> [UInt8] { code(Int(result)) }
}
