import Foundation
import PictureBatches
import UntrustedInput

/// A report of the detected faces and the written files, for people and for scripts.
package struct AnonymisingReport {
    private let pictures: [AnonymisedPicture]
    /// Files in folders that aren't pictures according to their names.
    private let ignoredFiles: [URL]

    package init(pictures: [AnonymisedPicture], ignoredFiles: [URL]) {
        (self.pictures, self.ignoredFiles) = (pictures, ignoredFiles)
    }

    /// A warning for everybody who publishes the results.
    static let notice = "Detectors miss faces: look at every picture before you publish it."

    private var written: [AnonymisedPicture] { pictures.filter { $0.outcome == .written } }
    private var skippedCount: Int { pictures.count { $0.outcome == .skipped } }
    /// The reasons why pictures were not written, one line each.
    package var failures: [String] {
        pictures.compactMap { picture in
            guard case .failed(let reason) = picture.outcome else { return nil }
            return PictureFailure.text(reason, of: picture.entry.input.path)
        }
    }
    /// The number of faces that were found and hidden.
    private var faceCount: Int { written.reduce(0) { $0 + $1.faces.count } }
    private var pictureWithFacesCount: Int { written.count { !$0.faces.isEmpty } }

    /// Lines for each readable picture, and a summary.
    package var text: String {
        var lines = pictures.flatMap(Self.lines(for:))
        lines.append(
            "\(Self.count(written.count, "picture")) written: \(Self.count(faceCount, "face")) hidden in \(pictureWithFacesCount), "
                + "\(written.count - pictureWithFacesCount) without faces"
                + (skippedCount > 0 ? "; \(skippedCount) without faces not written" : "")
                + (ignoredFiles.isEmpty ? "" : "; \(Self.count(ignoredFiles.count, "other file")) left out"))
        lines.append(Self.notice)
        return lines.joined(separator: "\n")
    }

    private static func lines(for picture: AnonymisedPicture) -> [String] {
        let name = printable(picture.entry.input.path, limit: 1000)
        switch picture.outcome {
        case .failed: return []
        case .skipped: return ["\(name): no faces, not written"]
        case .written:
            let found = picture.faces.isEmpty ? "no faces, copied" : count(picture.faces.count, "face")
            return ["\(name): \(found); \(printable(picture.entry.output.path, limit: 1000))"]
                + picture.faces.map { face in
                    let box = face.bounds
                    let numbers = [box.minX, box.minY, box.width, box.height].map { Int($0.rounded()) }
                    return "  x \(numbers[0]), y \(numbers[1]), \(numbers[2]) × \(numbers[3]); "
                        + "angle \(Int(face.angle.rounded()))°"
                }
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// An object with the pictures, the files left out, the totals and the notice.
    package var json: [String: Any] {
        [
            "pictures": pictures.map(Self.json(of:)), "leftOut": ignoredFiles.map(\.path), "notice": Self.notice,
            "totals": [
                "written": written.count, "skipped": skippedCount, "failed": failures.count,
                "faces": faceCount, "withFaces": pictureWithFacesCount,
            ],
        ]
    }

    private static func json(of picture: AnonymisedPicture) -> [String: Any] {
        var object: [String: Any] = ["input": picture.entry.input.path, "error": NSNull(), "output": NSNull()]
        switch picture.outcome {
        case .written: object["output"] = picture.entry.output.path
        case .skipped: break
        case .failed(let reason):
            object["error"] = reason
            return object
        }
        object["width"] = Int(picture.size.width)
        object["height"] = Int(picture.size.height)
        object["faces"] = picture.faces.map { face in
            let box = face.bounds
            return [
                "bounds": [box.minX, box.minY, box.width, box.height].map { Self.rounded(Double($0)) },
                "angle": Self.rounded(face.angle),
            ] as [String: Any]
        }
        return object
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
