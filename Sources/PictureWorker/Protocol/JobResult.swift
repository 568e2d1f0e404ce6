/// What a job made.
package struct JobResult: Codable, Hashable, Sendable {
    /// The size of the result's file, in bytes.
    package var bytes: Int
    /// The size of the result, in pixels.
    package var width: Int?
    package var height: Int?
    /// The key of the job's contents, if the job may reuse files.
    package var key: String?
    /// Whether the file was there already.
    package var reused = false
}
