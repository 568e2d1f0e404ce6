import VideoExchange

extension VideoFileDescription {
    /// The earliest time of a stream, in the stream's own units. The start that the file states is rounded.
    var exactStart: RationalTime? {
        guard let start else { return nil }
        let first = streams.compactMap { stream in
            stream.start.flatMap { RationalTime(stamp: $0, in: stream.timeBase) }
        }.min()
        return first.flatMap { abs($0.seconds - start.seconds) < 1e-5 ? $0 : nil } ?? start
    }
}
