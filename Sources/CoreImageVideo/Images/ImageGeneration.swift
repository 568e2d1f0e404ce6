import CoreImageEssentials
import Foundation
import MediaTime
import Pixels
import VideoExchange

/// The settings of an image generator, and how pictures are made by them.
struct ImageGeneration: Sendable {
    var isUpright = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    var composition: CompositionPlan?

    /// Makes a picture.
    func picture(
        of asset: AVAsset, at time: CMTime, _ context: CIContext
    ) throws -> (image: CGImage, actualTime: CMTime) {
        try composition?.check()
        _ = try asset.loadedTracks()
        guard let track = asset.firstVideoTrack else {
            throw AVError(.operationNotSupportedForAsset, "\(asset.source.name) has no track of video.")
        }
        guard time.isNumeric else {
            throw AVError(.noImageAtTime, "The time \(time) of a picture isn't a number. Request a time in seconds.")
        }
        guard let frame = try frame(of: track, at: time) else {
            throw AVError(
                .noImageAtTime, "\(asset.source.name) has no frame at \(time.seconds) s.", time: time)
        }
        let stored = try CIImage(checking: frame.buffer)
        var image = isUpright || composition != nil ? track.upright.image(of: stored) : stored
        let shown = CMTime(stamp: frame.time, in: track.stream.timeBase)
        var renderer = context
        if let composition {
            // The filter sees the time that is requested, as when it is played.
            let filtered = try composition.filter.applyAndWait(
                to: image, at: toleranceBefore == .zero ? CMTimeMaximum(time, shown) : shown,
                renderSize: composition.renderSize, PendingReply())
            image = filtered.image.cropped(to: CGRect(origin: .zero, size: composition.renderSize))
            renderer = filtered.context ?? context
        }
        return (try rendered(image, composition?.renderSize, renderer), shown)
    }

    /// Returns the frame for a time.
    private func frame(of track: AVAssetTrack, at time: CMTime) throws -> DecodedFrame? {
        let start = time > .zero ? RationalTime(time) : nil
        if toleranceBefore > .zero || toleranceAfter > .zero {
            let keys = try DecodedTrack(track, from: start, onlyKeyFrames: true)
            defer { keys.cancel() }
            if let frame = try keys.next() {
                let shown = CMTime(stamp: frame.time, in: track.stream.timeBase)
                if time - shown <= toleranceBefore, shown - time <= toleranceAfter { return frame }
            }
        }
        let frames = try DecodedTrack(track, from: start)
        defer { frames.cancel() }
        return try frames.next()
    }

    private func rendered(_ image: CIImage, _ size: CGSize?, _ context: CIContext) throws -> CGImage {
        let full = CGRect(origin: .zero, size: size ?? image.extent.size)
        let (columns, rows) = (maximumSize.width, maximumSize.height)
        let scale = min(
            1, columns > 0 ? columns / full.width : 1, rows > 0 ? rows / full.height : 1)
        let target = CGRect(
            x: 0, y: 0, width: max(1, (full.width * scale).rounded(.down)),
            height: max(1, (full.height * scale).rounded(.down)))
        return try context.renderedCGImage(
            image.scaled(from: full.size, to: target.size), from: target, format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }
}
