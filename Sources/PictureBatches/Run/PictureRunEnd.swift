import CommandOutput

/// Reports the end of a run over several pictures.
package struct PictureRunEnd {
    /// The reasons for failures, one line each.
    private let failures: [String]
    /// The number of processed pictures, including failures.
    private let finished: Int
    /// The number of all pictures.
    private let count: Int
    /// A continuation of the message about failed pictures, such as `and were not written`.
    private let consequence: String

    package init(failures: [String], finished: Int, count: Int, consequence: String = "") {
        (self.failures, self.finished, self.count, self.consequence) = (failures, finished, count, consequence)
    }

    private var pictures: String { "\(count) picture\(count == 1 ? "" : "s")" }

    /// Prints the failures on standard error.
    ///
    /// - Throws: `PictureRunFailure` after an interruption, or if a picture failed.
    package func report() throws(PictureRunFailure) {
        for failure in failures { StandardError.print("coreimage: \(failure)") }
        if finished < count {
            StandardError.print(
                "coreimage: interrupted; \(count - finished) of \(pictures) \(count - finished == 1 ? "was" : "were") not begun"
            )
            throw .interrupted
        }
        // The failure of a single picture has been printed.
        if !failures.isEmpty, count > 1 {
            StandardError.print(
                "coreimage: \(failures.count) of \(pictures) failed"
                    + (consequence.isEmpty ? "" : " \(consequence)"))
        }
        if !failures.isEmpty { throw .failedPictures }
    }
}
