import Foundation

/// An error of the probe. Its text is sent to the host.
struct ProbeProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Returns the error number of a system call as text, 0 if it succeeded.
    static func code(_ result: Int) -> [UInt8] { [UInt8]("\(result < 0 ? errno : 0)".utf8) }
    static func code(_ result: Int32) -> [UInt8] { code(Int(result)) }
}
