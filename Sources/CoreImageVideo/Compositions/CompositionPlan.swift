import CoreImageEssentials
import Foundation
import MediaTime
import VideoExchange

/// What a composition says, as a value.
struct CompositionPlan: Sendable {
    var filter = CompositionFilter.none
    var renderSize = CGSize.zero
    var frameDuration = CMTime.invalid
    var timingTrack = kCMPersistentTrackID_Invalid
    var colorPrimaries: String?
    var colorTransferFunction: String?
    var colorYCbCrMatrix: String?
    /// The reason why the composition can't be used, if there is one.
    var failure: AVError?

    init() {}

    /// Creates a plan for the first enabled track of video of an asset.
    init(_ asset: AVAsset, _ filter: CompositionFilter) throws {
        self.filter = filter
        _ = try asset.loadedTracks()
        guard let track = asset.firstVideoTrack else {
            throw AVError(
                .operationNotSupportedForAsset, "\(asset.source.name) has no track of video, which a composition needs."
            )
        }
        renderSize = track.upright.size
        timingTrack = track.trackID
        let rate = track.stream.video.flatMap { $0.averageFrameRate ?? $0.nominalFrameRate } ?? Ratio(30, 1)
        let known = rate.isPositive ? rate : Ratio(30, 1)
        frameDuration = CMTime(value: CMTimeValue(known.denominator), timescale: known.numerator)
    }

    /// The largest width and height.
    private static let maximumSide: CGFloat = 65_536

    /// Checks that frames can be rendered.
    ///
    /// - Throws: The reason why the composition can't be used.
    func check() throws(AVError) {
        if let failure { throw failure }
        let sides = 1...Self.maximumSide
        guard sides.contains(renderSize.width), sides.contains(renderSize.height) else {
            throw AVError(
                .invalidVideoComposition,
                "The render size of the video composition is \(renderSize). Set a size in pixels, from 1 to "
                    + "\(Int(Self.maximumSide)).")
        }
    }

    /// The distance of frames that isn't that of a track; nil if a track's times count.
    func grid() throws(AVError) -> Ratio? {
        guard timingTrack == kCMPersistentTrackID_Invalid else { return nil }
        guard frameDuration.isNumeric, frameDuration.seconds > 0, let value = Int32(exactly: frameDuration.value) else {
            throw AVError(
                .invalidVideoComposition,
                "The frame duration of the video composition is \(frameDuration), and no track gives the times of "
                    + "frames. Set frameDuration to a positive time, such as CMTime(value: 1, timescale: 30).")
        }
        return Ratio(value, frameDuration.timescale)
    }

    /// The colours of the result; nil for those of the source.
    func colours() throws(AVError) -> ColourTags {
        func number(_ name: String?, _ code: (String?) -> Int32, _ what: String) throws(AVError) -> UInt8? {
            guard let name else { return nil }
            guard code(name) != 2, let number = UInt8(exactly: code(name)) else {
                throw AVError(
                    .invalidVideoComposition,
                    "The \(what) \(name) of the video composition isn't known. Use a constant that begins with AVVideo."
                )
            }
            return number
        }
        var tags = ColourTags()
        tags.primaries = try number(
            colorPrimaries, CVColorPrimariesGetIntegerCodePointForString, "colour primaries")
        tags.transfer = try number(
            colorTransferFunction, CVTransferFunctionGetIntegerCodePointForString, "transfer function")
        tags.matrix = try number(colorYCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString, "matrix")
        return tags
    }
}
