import CFFmpeg
import Foundation
import VideoExchange

extension InputFile {
    /// Describes the file and its streams.
    ///
    /// - Parameter limits: What the description may contain.
    func description(_ limits: VideoLimits) throws(WorkerProblem) -> VideoFileDescription {
        let file = context.pointee
        var result = VideoFileDescription()
        if let format = file.iformat?.pointee {
            result.container = String(cString: format.name)
            result.containerTitle = format.long_name.map { String(cString: $0) } ?? result.container
        }
        let unit = Ratio(1, Int32(AV_TIME_BASE))
        result.duration = knownTime(file.duration).flatMap { $0 > 0 ? RationalTime(stamp: $0, in: unit) : nil }
        result.start = knownTime(file.start_time).flatMap { RationalTime(stamp: $0, in: unit) }
        result.bitRate = file.bit_rate > 0 ? file.bit_rate : nil
        result.isSeekable = isSeekable
        result.metadata = LibraryDictionary.values(of: file.metadata)
        guard Int(file.nb_chapters) <= limits.chapters else {
            throw WorkerProblem(
                .limit, "the file has \(file.nb_chapters) chapters, above the limit of \(limits.chapters)")
        }
        result.chapters = (0..<Int(file.nb_chapters)).compactMap { Self.chapter(file.chapters[$0]!.pointee) }
        result.streams = (0..<streamCount).map { StreamDescriber(stream($0)).description }
        let size = Self.size(of: result)
        guard size <= limits.descriptionBytes else {
            throw WorkerProblem(
                .limit, "the file's notes take \(size) bytes, above the limit of \(limits.descriptionBytes)")
        }
        return result
    }

    private static func chapter(_ chapter: AVChapter) -> Chapter? {
        let base = Ratio(chapter.time_base)
        guard let start = RationalTime(stamp: chapter.start, in: base),
            let end = RationalTime(stamp: chapter.end, in: base)
        else { return nil }
        return Chapter(start: start, end: end, metadata: LibraryDictionary.values(of: chapter.metadata))
    }

    /// Returns the bytes of the parts of a description that can be large.
    private static func size(of description: VideoFileDescription) -> Int {
        func size(_ notes: [String: String]) -> Int {
            notes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        }
        let chapters = description.chapters.reduce(0) { $0 + 64 + size($1.metadata) }
        return description.streams.reduce(size(description.metadata) + chapters) { sum, stream in
            let parameters = stream.parameters
            return sum + size(stream.metadata) + parameters.extraData.count
                + parameters.sideData.reduce(0) { $0 + $1.bytes.count }
        }
    }
}
