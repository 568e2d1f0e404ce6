import VideoExchange

/// The sound of two videos behind each other: that of the first tracks, if their packets can be in one stream.
struct JoinedSound: Sendable {
    /// The tracks that are copied; nil for none.
    let first: StreamDescription?
    let second: StreamDescription?
    /// What is left out, and why.
    let notes: [String]

    /// - Parameter isStream: Whether the result has no sound.
    init(_ first: VideoInput, _ second: VideoInput, isStream: Bool) {
        func sound(_ input: VideoInput) -> [StreamDescription] {
            input.description.streams.filter { $0.kind == .audio && $0.codec != "none" }
        }
        let (one, two) = (sound(first), sound(second))
        var notes: [String] = []
        func note(_ input: VideoInput, _ streams: some Sequence<StreamDescription>, _ reason: String) {
            for stream in streams {
                notes.append(OmittedStreamText.text(stream, of: input.name, reason))
            }
        }
        guard !isStream else {
            note(first, one, "YUV4MPEG2 holds pictures only")
            note(second, two, "YUV4MPEG2 holds pictures only")
            (self.first, self.second, self.notes) = (nil, nil, notes)
            return
        }
        note(first, one.dropFirst(), "one track of sound is joined")
        note(second, two.dropFirst(), "one track of sound is joined")
        guard let last = two.first else {
            if one.first != nil {
                notes.append("\(second.name): it has no sound, so the result is silent from there on")
            }
            (self.first, self.second, self.notes) = (one.first, nil, notes)
            return
        }
        guard let start = one.first else {
            note(second, [last], "\(first.name) has no sound that it could follow")
            (self.first, self.second, self.notes) = (nil, nil, notes)
            return
        }
        let agree =
            start.codec == last.codec && start.audio == last.audio
            && start.parameters.extraData == last.parameters.extraData
        if !agree {
            note(
                second, [last],
                "it isn't coded like that of \(first.name); convert it: ffmpeg -i \(second.name) -c:v copy -c:a \(start.codec) "
                    + "-ar \(start.audio?.sampleRate ?? 0) -ac \(start.audio?.channels ?? 0) new.mkv")
        }
        (self.first, self.second, self.notes) = (start, agree ? last : nil, notes)
    }
}
