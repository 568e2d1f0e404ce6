import Foundation

extension NSNotification.Name {
    /// An item has been played to its end. The object is the item. Posted on any thread.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item can't be played to its end. The object is the item, and the error is in `userInfo`, with the key
    /// `AVPlayerItemFailedToPlayToEndTimeErrorKey`. Posted on any thread.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// The time of an item has jumped, because of a seek. The object is the item. Posted on any thread.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
}

/// The key of the error in the notification `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension AVPlayerItem {
    /// An item has been played to its end; see `NSNotification.Name.AVPlayerItemDidPlayToEndTime`.
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    /// An item can't be played to its end; see `NSNotification.Name.AVPlayerItemFailedToPlayToEndTime`.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
    /// The time of an item has jumped; see `NSNotification.Name.AVPlayerItemTimeJumped`.
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
    /// The key of the error in the notification `failedToPlayToEndTimeNotification`.
    public static let failedToPlayToEndTimeErrorKey = AVPlayerItemFailedToPlayToEndTimeErrorKey
}
