import Foundation
import SystemResources

/// Finds `coreimage-video-worker`, the program that reads and writes video files.
package enum VideoWorkerExecutable {
    private static let program = InstalledProgram(
        name: "coreimage-video-worker", environmentVariable: "COREIMAGE_VIDEO_WORKER")

    /// Returns the program's URL.
    ///
    /// - Parameter file: The file that is to be read or written, for the error.
    /// - Throws: An error of the kind `missingProgram`, which names the packages that are needed.
    package static func find(
        for file: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(VideoFileError) -> URL {
        do throws(InstalledProgram.Missing) {
            return try program.find(environment: environment)
        } catch {
            let variable = program.environmentVariable
            guard !error.isNamed else {
                throw VideoFileError(
                    .missingProgram, file: file,
                    cause: "\(variable) names \(error.tried.joined()), which is no program",
                    remedy: "Correct or unset it.")
            }
            throw VideoFileError(
                .missingProgram, file: file,
                cause: "\(program.name), which reads and writes video files, was not found (looked for "
                    + "\(error.tried.prefix(3).joined(separator: ", ")) and in PATH)",
                remedy: "It is built if FFmpeg's headers are there: install Debian's packages libavformat-dev, "
                    + "libavcodec-dev and libavutil-dev, and build again; or name the program in \(variable).")
        }
    }
}
