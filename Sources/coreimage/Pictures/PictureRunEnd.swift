import ArgumentParser

/// Reports the end of a run over several pictures, and determines the exit code.
struct PictureRunEnd {
    /// The reasons for failures, one line each.
    let failures: [String]
    /// The number of processed pictures, including failures.
    let finished: Int
    /// The number of all pictures.
    let count: Int
    /// A continuation of the message about failed pictures, such as `and were not written`.
    var consequence = ""

    private var pictures: String { "\(count) picture\(count == 1 ? "" : "s")" }

    /// Prints the failures on standard error.
    ///
    /// - Throws: Exit code 130 after an interruption, or 2 if a picture failed.
    func report() throws {
        for failure in failures { StandardError.print("coreimage: \(failure)") }
        if finished < count {
            StandardError.print(
                "coreimage: interrupted; \(count - finished) of \(pictures) \(count - finished == 1 ? "was" : "were") not begun"
            )
            throw ExitCode(130)
        }
        // The failure of a single picture has been printed.
        if !failures.isEmpty, count > 1 {
            StandardError.print(
                "coreimage: \(failures.count) of \(pictures) failed"
                    + (consequence.isEmpty ? "" : " \(consequence)"))
        }
        if !failures.isEmpty { throw ExitCode(2) }
    }
}
