import CommandOutput
import CoreImage
import Foundation
import ImageFiles
import Pixels
import UntrustedInput

/// The destination of a transition's frames: an animated picture, or a folder of pictures.
package struct FrameDestination {
    private enum Kind {
        case animation
        case folder
    }

    private let url: URL
    private let kind: Kind

    /// Determines the destination.
    ///
    /// - Throws: `UsageError` if the path names neither an animation nor a folder.
    package init(_ path: String) throws(UsageError) {
        let full = PathText(path).fileURL().path
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        if path.hasSuffix("/") || (exists && isFolder.boolValue) {
            (url, kind) = (URL(fileURLWithPath: full, isDirectory: true), .folder)
        } else if ["gif", "webp"].contains(PathText(full).pathExtension.lowercased()) {
            (url, kind) = (URL(fileURLWithPath: full), .animation)
        } else {
            throw UsageError(
                "-o \(path): write an animation's name, ending in .gif or .webp, or a folder's with a slash behind it, \(path)/"
            )
        }
    }

    /// Writes the frames. Each file appears when it is complete.
    ///
    /// - Parameter deadline: The maximum duration of rendering a frame in seconds. Nil for a default that depends on
    ///   the recipe.
    /// - Returns: The paths of the written files.
    package func write(
        _ images: [CIImage], in bounds: CGRect, secondsPerFrame: Double, loops: Bool, deadline: Double?,
        progress: @escaping @Sendable (Double) -> Void
    ) throws -> [String] {
        let context = try CIContext(checking: deadline.map { [.renderingDeadline: $0] } ?? [:])
        switch kind {
        case .animation:
            try context.writeAnimation(
                of: images, in: bounds, to: url, secondsPerFrame: secondsPerFrame, playCount: loops ? 0 : 1,
                progress: progress)
            return [url.path]
        case .folder:
            try ImageFileWriter.createFolder(url)
            let digits = max(4, String(images.count).count)
            let isOpaque = images.allSatisfy(\.isOpaque)
            return try images.enumerated().map { index, image in
                try WorkMeter.check()
                let number = String(index + 1)
                let name = "frame-" + String(repeating: "0", count: digits - number.count) + number + ".png"
                let file = url.appendingPathComponent(name)
                try context.writeRepresentation(of: image, to: file, format: isOpaque ? .RGBX8 : .RGBA8)
                progress(Double(index + 1) / Double(images.count))
                return file.path
            }
        }
    }
}
