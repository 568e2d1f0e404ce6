import ArgumentParser

/// How a run over several pictures ended, for people and for the exit code.
struct PictureRunEnd {
    /// Why pictures failed, a line each.
    let failures: [String]
    /// How many results there are, failures included.
    let finished: Int
    /// How many pictures there were.
    let count: Int
    /// What is said of pictures that failed: `and were not written`.
    var consequence = ""

    /// Prints failures on standard error.
    ///
    /// - Throws: The exit code 130 after an interruption, 2 where a picture failed.
    func report() throws {
        for failure in failures { StandardError.print("coreimage: \(failure)") }
        if finished < count {
            StandardError.print("coreimage: interrupted; \(count - finished) of \(count) pictures were not begun")
            throw ExitCode(130)
        }
        if !failures.isEmpty {
            StandardError.print(
                "coreimage: \(failures.count) of \(count) pictures failed"
                    + (consequence.isEmpty ? "" : " \(consequence)"))
            throw ExitCode(2)
        }
    }
}
