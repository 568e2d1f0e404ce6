import VideoExchange

extension VideoFileDescription {
    /// Whether a stream holds the titles of the chapters, as in QuickTime files. Chapters are kept apart from streams,
    /// so nothing is lost when such a stream is left out.
    func isChapterTrack(_ stream: StreamDescription) -> Bool {
        stream.kind == .data && stream.codec == "bin_data" && !chapters.isEmpty
    }
}
