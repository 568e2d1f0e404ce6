import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime

// A track exists only after its file has been read, so that its properties are known.

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// `AVAssetTrack.naturalSize`.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init { $0.naturalSize } }
    /// `AVAssetTrack.preferredTransform`.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init { $0.preferredTransform } }
    /// `AVAssetTrack.nominalFrameRate`.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init { $0.nominalFrameRate } }
    /// `AVAssetTrack.minFrameDuration`.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { .init { $0.minFrameDuration } }
    /// `AVAssetTrack.timeRange`.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init { $0.timeRange } }
    /// `AVAssetTrack.naturalTimeScale`.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { .init { $0.naturalTimeScale } }
    /// `AVAssetTrack.estimatedDataRate`.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { .init { $0.estimatedDataRate } }
    /// `AVAssetTrack.formatDescriptions`, with their type.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        .init { [$0.formatDescription] }
    }
    /// `AVAssetTrack.isEnabled`.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { .init { $0.isEnabled } }
    /// `AVAssetTrack.isDecodable`.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { .init { $0.isDecodable } }
    /// `AVAssetTrack.isPlayable`.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { $0.isPlayable } }
    /// `AVAssetTrack.languageCode`.
    public static var languageCode: AVAsyncProperty<Root, String?> { .init { $0.languageCode } }
    /// `AVAssetTrack.extendedLanguageTag`.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> { .init { $0.extendedLanguageTag } }
    /// `AVAssetTrack.metadata`.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init { $0.metadata } }
}
