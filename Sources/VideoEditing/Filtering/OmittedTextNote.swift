import CommandOutput
import CoreImageVideo
import UntrustedInput
import VideoExchange

/// Names the chapters and the notes about a file that a result hasn't got.
enum OmittedTextNote {
    /// Notes that describe a container, and not what is in it.
    private static let containerNotes: Set = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "duration",
    ]

    /// Returns a line about what is left out; nil if there is nothing, or for raw frames, which have no texts at all.
    ///
    /// - Parameters:
    ///   - request: What would be written.
    ///   - input: The name of the video.
    static func text(_ request: WritingRequest, of input: String, in destination: VideoDestination) -> String? {
        guard case .container(let container) = destination.kind else { return nil }
        let chapters = request.holdsChapters ? 0 : request.chapters.count
        let all = container.holdsNotes ? [] : request.metadata.keys.sorted()
        let notes = all.filter { !containerNotes.contains($0.lowercased()) }
        var lost: [String] = []
        if chapters > 0 { lost.append(chapters == 1 ? "1 chapter" : "\(chapters) chapters") }
        if !notes.isEmpty {
            let names = notes.prefix(8).map { printable($0, limit: 40) }.joined(separator: ", ")
            lost.append((notes.count == 1 ? "the note " : "the notes ") + names + (notes.count > 8 ? ", …" : ""))
        }
        guard !lost.isEmpty else { return nil }
        let isOne = chapters + notes.count == 1
        let object = isOne ? "it" : "them"
        return "\(input): \(lost.joined(separator: " and ")) \(isOne ? "is" : "are") left out; "
            + ".\(container.extensions[0]) can't hold \(object); write .mkv to keep \(object)"
    }
}
