import VideoFiles

/// What is installed for videos.
package enum VideoParts {
    /// The path of the program that reads and writes video files, or the reason why there is none.
    package static var worker: String {
        do throws(VideoFileError) {
            return try VideoWorkerExecutable.find(for: "").path
        } catch {
            return "none: \(error.cause). \(error.remedy)"
        }
    }
}
