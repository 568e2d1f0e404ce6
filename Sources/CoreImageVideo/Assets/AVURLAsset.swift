import Foundation

/// Whether durations and times should be exact, a Boolean. They are in any case.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// A video file at a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The URL of the file.
    open var url: URL { source.url }

    /// Creates an asset of a file.
    ///
    /// - Parameters:
    ///   - URL: The URL of a file. Others fail when they are loaded.
    ///   - options: Values for `AVURLAssetPreferPreciseDurationAndTimingKey`. Other keys have no effect.
    public convenience init(url URL: URL, options: [String: Any]? = nil) { self.init(AssetSource(URL)) }

    /// The types of files that can be written. Many more can be read.
    public class func audiovisualTypes() -> [AVFileType] { AVFileType.all }
}
