import CoreImageEssentials
import Foundation

/// Finds the folder of OpenCV's cascades.
enum CascadeFolder {
    /// The environment variable that names the folder.
    static let variable = "COREIMAGE_CASCADES"

    /// The file that every face detector needs.
    private static let principal = "haarcascade_frontalface_alt2.xml"

    /// Returns the first folder that contains cascades.
    static func path(environment: [String: String] = ProcessInfo.processInfo.environment) throws(CIDetectionError)
        -> String
    {
        let standard = [
            "/usr/share/opencv4/haarcascades", "/usr/local/share/opencv4/haarcascades",
            "/usr/share/opencv/haarcascades",
        ]
        let folders = environment[variable].flatMap { $0.isEmpty ? nil : [$0] } ?? standard
        guard let folder = folders.first(where: { FileManager.default.isReadableFile(atPath: "\($0)/\(principal)") })
        else {
            throw .missingCascade(file: principal, folders: folders)
        }
        return folder
    }
}
