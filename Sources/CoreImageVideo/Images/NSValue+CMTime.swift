import Foundation
import MediaTime

extension NSValue {
    /// Creates a value that holds a time.
    public convenience init(time: CMTime) {
        // `NSValue` on Linux holds arrays of numbers but no structures.
        var numbers = [time.value, CMTimeValue(time.timescale), CMTimeValue(time.flags.rawValue), time.epoch]
        self.init(bytes: &numbers, objCType: Self.timeType)
    }

    /// The time in the value; invalid if it holds something else.
    public var timeValue: CMTime {
        guard String(cString: objCType) == Self.timeType else { return .invalid }
        var numbers: [CMTimeValue] = [0, 0, 0, 0]
        getValue(&numbers)
        return CMTime(
            value: numbers[0], timescale: CMTimeScale(clamping: numbers[1]),
            flags: CMTimeFlags(rawValue: UInt32(clamping: numbers[2])), epoch: numbers[3])
    }

    private static let timeType = "[4q]"
}
