import Foundation

/// Where OpenCV's cascades are.
enum CascadeFolder {
    /// Names the folder instead of looking for it.
    static let variable = "COREIMAGE_CASCADES"

    /// A file that no detector of faces does without.
    private static let principal = "haarcascade_frontalface_alt2.xml"

    /// The first folder that has cascades.
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
