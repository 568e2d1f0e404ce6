import MediaTime
import Testing

@Suite("Ranges of time")
struct RangeTests {
    private static func time(_ value: Int64, _ scale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: scale) }
    private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: time(start), end: time(end))
    }

    @Test("all small ranges contain, join and intersect as sets of whole seconds do")
    func small() {
        for a in Int64(0)...5 {
            for b in a...5 {
                let range = Self.range(a, b)
                #expect(range.isValid && range.isEmpty == (a == b) && range.end == Self.time(b))
                for second in Int64(-1)...6 {
                    #expect(range.containsTime(Self.time(second)) == (a..<b).contains(second))
                }
                for c in Int64(0)...5 {
                    for d in c...5 {
                        let other = Self.range(c, d)
                        let common = Set(a..<b).intersection(c..<d)
                        let both = range.intersection(other)
                        if common.isEmpty {
                            #expect(both == .zero)
                        } else {
                            #expect(Set((0..<6).filter { both.containsTime(Self.time($0)) }) == common)
                        }
                        #expect(range.union(other) == Self.range(min(a, c), max(b, d)))
                        if c < d { #expect(range.containsTimeRange(other) == Set(a..<b).isSuperset(of: c..<d)) }
                    }
                }
            }
        }
    }

    @Test("invalid ranges are equal, and give invalid results")
    func invalid() {
        let backwards = Self.range(3, 1)
        #expect(!backwards.isValid && backwards == .invalid && CMTimeRangeEqual(backwards, CMTimeRange()))
        #expect(!backwards.end.isValid && !backwards.containsTime(.zero) && !backwards.isEmpty)
        #expect(!backwards.union(.zero).isValid && !CMTimeRangeGetIntersection(.zero, otherRange: backwards).isValid)
        let live = CMTimeRange(start: .zero, duration: .indefinite)
        #expect(live.isValid && live.isIndefinite && live.end.isIndefinite)
        let endless = CMTimeRange(start: Self.time(5), duration: .positiveInfinity)
        #expect(endless.end.isPositiveInfinity && endless.containsTime(Self.time(1 << 40)))
        #expect(!CMTimeRange(start: .zero, duration: .negativeInfinity).isValid)
        #expect(!CMTimeRange(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid)
        #expect(CMTIMERANGE_IS_EMPTY(.zero) && CMTIMERANGE_IS_INVALID(.invalid) && CMTIMERANGE_IS_INDEFINITE(live))
    }

    @Test("ranges are mapped linearly, exactly where that is possible")
    func mapping() {
        let (from, to) = (Self.range(10, 14), Self.range(100, 110))
        for quarter in Int64(0)...20 {
            let mapped = CMTimeMapTimeFromRangeToRange(
                Self.time(40 + quarter, 4), fromRange: from, toRange: to)
            // 100 + (quarter / 4) · 10 / 4, in eighths.
            #expect(mapped == Self.time(800 + quarter * 5, 8), "\(quarter)")
            #expect(!mapped.hasBeenRounded)
        }
        #expect(
            CMTimeMapDurationFromRangeToRange(Self.time(2), fromRange: from, toRange: to) == Self.time(5))
        #expect(!CMTimeMapTimeFromRangeToRange(.zero, fromRange: Self.range(1, 1), toRange: to).isValid)
        #expect(
            !CMTimeMapTimeFromRangeToRange(
                CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 3), fromRange: from, toRange: to
            ).isValid)
        let endless = CMTimeRange(start: Self.time(1), duration: .positiveInfinity)
        let later = CMTimeRange(start: Self.time(7), duration: .positiveInfinity)
        #expect(CMTimeMapTimeFromRangeToRange(Self.time(3), fromRange: endless, toRange: later) == Self.time(9))
        #expect(!CMTimeMapTimeFromRangeToRange(Self.time(3), fromRange: endless, toRange: to).isValid)
    }

    @Test("times are clamped to a range, and folded into a loop")
    func clamping() {
        let loop = Self.range(10, 14)
        for second in Int64(-20)...40 {
            let inside = 10 + (((second - 10) % 4) + 4) % 4
            #expect(CMTimeFoldIntoRange(Self.time(second), foldRange: loop) == Self.time(inside))
            #expect(CMTimeClampToRange(Self.time(second), range: loop) == Self.time(min(14, max(10, second))))
        }
        #expect(CMTimeFoldIntoRange(Self.time(49, 3), foldRange: loop) == Self.time(37, 3))
        #expect(!CMTimeFoldIntoRange(.zero, foldRange: .zero).isValid)
        #expect(!CMTimeClampToRange(.zero, range: .zero).isValid)
    }

    @Test("a mapping without a source shows nothing")
    func mappings() {
        #expect(CMTimeMappingMakeEmpty(target: Self.range(0, 1)).isEmpty)
        let mapping = CMTimeMappingMake(source: Self.range(0, 2), target: Self.range(0, 1))
        #expect(mapping.isValid && !mapping.isEmpty)
        #expect(!kCMTimeMappingInvalid.isValid && CMTimeMapping.invalid == CMTimeMapping())
    }
}
