import VideoExchange

/// Data of the decoded stream that is lost or invalid.
struct DamageMark {
    /// The first packet that can be affected. Packets are numbered in the order of decoding.
    var packet: Int64
    /// The first packet whose frame, if it needs no others, can't be affected.
    var restart: Int64
    /// The time of the damaged packet, or nil if it isn't known or several packets may be damaged.
    var time: Int64?
    /// The reason, as a sentence without a full stop.
    var reason: String
    /// Whether the decoder has refused the packet, besides having written to the log about it.
    var isRefused = false
}

/// What is known about damage in a pass.
///
/// Frames are judged by the numbers of their packets: with several threads, a decoder has met the errors of later
/// packets when it gives a frame, or hasn't, by chance.
struct DamageState {
    /// A frame that needs no others and isn't damaged.
    struct Base {
        /// The number of its packet.
        var packet: Int64
        /// The time at which it is shown.
        var time: Int64?
    }

    /// The number of packets that can't be read, in a row, after which a file counts as ended.
    static let unreadablePacketLimit = 64
    private static let markLimit = 4096
    /// More marks than the packets have that a decoder works on at the same time.
    private static let recentMarks = 128

    /// Whether a packet was given to the decoder at which decoding can begin.
    var hasKeyPacket = false
    /// The number of that packet.
    var keyPacket: Int64 = 1
    /// The time stamp of that packet.
    var keyPacketTime: Int64?
    /// Whether the decoder needs that packet, but doesn't show its frame, because of an edit list.
    var keyFrameIsHidden = false
    /// The last frame that needs no others, or nil before the first one. Frames before it aren't passed on.
    private(set) var base: Base?
    private var baseBefore: Base?
    /// Whether damage has been reported since that frame.
    var isReported = false
    /// Damage since the last two of these frames, and before the first one.
    private(set) var marks: [DamageMark] = []
    /// Errors of the demuxer that have been taken into account.
    var demuxerErrors = LibraryLog.demuxerErrors
    /// Whether the demuxer met errors while the file was opened: data is missing after the packets that it read then.
    let hasOpeningErrors: Bool
    /// Packets in a row that couldn't be read.
    var unreadablePackets = 0

    init(_ file: InputFile) { hasOpeningErrors = file.hasOpeningErrors }

    /// Notes damage.
    mutating func add(_ mark: DamageMark) {
        guard marks.count < Self.markLimit else {
            // So much damage can't be told apart.
            marks[marks.count - 1].restart = max(marks[marks.count - 1].restart, mark.restart)
            return
        }
        marks.append(mark)
    }

    /// Notes that a packet of a range has been refused. If the log names one of them, that is the one.
    mutating func addRefusal(in packets: ClosedRange<Int64>, _ reason: String) -> DamageMark {
        // The packets in progress are among the last ones, and there can be thousands of marks.
        let named = marks.indices.suffix(Self.recentMarks).filter {
            !marks[$0].isRefused && packets.contains(marks[$0].packet) && marks[$0].restart == marks[$0].packet + 1
        }
        if let index = named.min(by: { marks[$0].packet < marks[$1].packet }) {
            (marks[index].isRefused, marks[index].reason) = (true, reason)
            return marks[index]
        }
        let mark = DamageMark(
            packet: packets.lowerBound, restart: packets.upperBound + 1, reason: reason, isRefused: true)
        add(mark)
        return mark
    }

    /// Returns damage that affects a frame that needs no others.
    func damage(ofKeyPacket number: Int64) -> DamageMark? {
        marks.first { $0.packet <= number && number < $0.restart }
    }

    /// Returns damage that affects a frame that needs those since the last base.
    func damage(ofPacket number: Int64, shownAt time: Int64?) -> DamageMark? {
        let base = base.flatMap { $0.packet <= number ? $0 : baseBefore }
        return marks.first { mark in
            mark.packet <= number && (base?.packet ?? 0) < mark.restart && !precedes(mark, base, time)
        }
    }

    /// Returns damage that would affect any later frame that needs others.
    var openDamage: DamageMark? { marks.first { isOpen($0) } }

    /// Whether damage would affect any later frame that needs others.
    func isOpen(_ mark: DamageMark) -> Bool { (base?.packet ?? 0) < mark.restart && !precedes(mark, base, nil) }

    /// Whether damage is in a frame that is shown before a base, although it is stored after it. Frames that are shown
    /// after a base don't depend on such frames.
    private func precedes(_ mark: DamageMark, _ base: Base?, _ time: Int64?) -> Bool {
        guard let base, let shown = base.time, let damaged = mark.time, mark.packet > base.packet else { return false }
        return damaged < shown && (time.map { $0 >= shown } ?? true)
    }

    /// Begins to trust frames from one on that needs no others.
    mutating func trust(_ packet: Int64, _ time: Int64?) {
        (baseBefore, base, isReported) = (base, Base(packet: packet, time: time), false)
        if let oldest = baseBefore?.packet { marks.removeAll { $0.restart <= oldest } }
    }
}
