import CoreImage
import Foundation
import Gallery
import Synchronization
import VideoFiles

/// The pictures and clips that all pages can open: files that the program was started with, and samples. Thread-safe.
package final class PictureShelf: Sendable {
    /// The formats of files that are listed of a folder, by their extensions.
    private static let extensions: Set<String> = [
        "jpg", "jpeg", "png", "tif", "tiff", "webp", "heic", "heif", "avif", "jxl", "gif", "exr", "bmp", "svg", "mp4",
        "mov", "m4v", "mkv", "webm", "avi", "ogv", "ts", "mxf", "nut",
    ]
    /// The most files.
    private static let most = 500
    /// The most pictures that stay open.
    private static let mostOpen = 8
    /// The frame of samples.
    private static let frame = CGRect(x: 0, y: 0, width: 1280, height: 960)

    /// The pictures, at least one. The first one is shown first.
    package let sources: [PictureSource]
    private let opened = Mutex<[(id: String, picture: OpenPicture)]>([])
    private let limits: WorkbenchLimits

    /// Creates a shelf of the files, of the pictures and clips in the folders, and of the samples.
    ///
    /// - Throws: `WorkbenchRefusal` if there is no such file or folder, or the error of a file that isn't a picture.
    package init(_ paths: [URL], limits: WorkbenchLimits) throws {
        self.limits = limits
        let files = try paths.flatMap { try Self.files(at: $0, limits) }.prefix(Self.most)
        sources =
            files.enumerated().map {
                PictureSource(
                    id: "file-\($0)", name: $1.lastPathComponent,
                    origin: VideoSignature.isVideo(path: $1.path) ? .clip($1) : .file($1))
            }
            + SamplePicture.all.map {
                PictureSource(id: "sample-" + $0.id, name: $0.name, origin: .sample($0, Self.frame))
            }
    }

    /// The name of the first sample.
    var firstSample: String? {
        sources.first { if case .sample = $0.origin { true } else { false } }?.id
    }

    /// Returns an open picture. Opening it takes the time of decoding it.
    ///
    /// - Throws: `WorkbenchRefusal` if there is no such picture, or the error of its file.
    func picture(_ id: String) throws -> OpenPicture {
        guard let source = sources.first(where: { $0.id == id }) else {
            throw WorkbenchRefusal("There is no such picture. Reload the page.")
        }
        return try open(source)
    }

    /// Returns the sample that suits an image input, as large as the main picture.
    func sample(forKey key: String, size: CGSize) throws -> OpenPicture {
        let sample = SamplePicture.suitable(forKey: key)
        return try open(
            PictureSource(
                id: "\(sample.id) \(size.width) \(size.height)", name: sample.name,
                origin: .sample(sample, CGRect(origin: .zero, size: size))))
    }

    private func open(_ source: PictureSource) throws -> OpenPicture {
        if let open = opened.withLock({ $0.first { $0.id == source.id } }) { return open.picture }
        let picture = try source.open(limits: limits)
        opened.withLock { list in
            list.append((source.id, picture))
            if list.count > Self.mostOpen { list.removeFirst() }
        }
        return picture
    }

    private static func files(at url: URL, _ limits: WorkbenchLimits) throws -> [URL] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw WorkbenchRefusal("\(url.path): there is no such file or folder. Correct the path.")
        }
        guard isFolder.boolValue else {
            // A file that was named is meant; in folders, other files are left out.
            if !VideoSignature.isVideo(path: url.path) {
                _ = try CIImage(loading: url, options: [.pixelLimit: limits.picturePixels])
            }
            return [url]
        }
        let found = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { extensions.contains($0.pathExtension.lowercased()) }
            .sorted { $0.lastPathComponent.localizedStandardCompare($1.lastPathComponent) == .orderedAscending }
        guard !found.isEmpty else {
            throw WorkbenchRefusal("\(url.path): there is no picture or clip in this folder. Name another one.")
        }
        return found
    }
}
