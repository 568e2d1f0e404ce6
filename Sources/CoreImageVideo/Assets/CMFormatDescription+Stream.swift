import CoreImageEssentials
import Foundation
import MediaSamples
import PixelBuffers
import VideoExchange

extension CMFormatDescription {
    /// Core Media's numbers of codecs, as their characters.
    private static let codecs = [
        "h264": "avc1", "hevc": "hvc1", "mpeg4": "mp4v", "mpeg2video": "mp2v", "mjpeg": "jpeg", "vp9": "vp09",
        "vp8": "vp08", "av1": "av01", "aac": "aac ", "mp3": ".mp3", "alac": "alac", "ac3": "ac-3", "eac3": "ec-3",
        "opus": "opus", "flac": "flac", "mov_text": "tx3g",
    ]

    /// Returns the description of the packets of a stream.
    static func ofPackets(of stream: StreamDescription) -> CMFormatDescription {
        let mediaType: MediaType =
            switch stream.kind {
            case .video: .video
            case .audio: .audio
            case .subtitle: .subtitle
            default: .metadata
            }
        var extensions: CFDictionary = [kCMFormatDescriptionExtension_FormatName: stream.codecTitle]
        var size = CMVideoDimensions()
        if let video = stream.video {
            size = CMVideoDimensions(width: video.width, height: video.height)
            let colours = try? FrameFormat(video, name: "")
            if let colours, let stated = try? FrameAttachments.attachments(for: colours, [], of: video) {
                extensions.merge(stated) { $1 }
            }
            extensions[kCMFormatDescriptionExtension_FullRangeVideo] = colours?.colours.range == .full
        }
        return CMFormatDescription(
            mediaType: mediaType, subType: subType(of: stream), dimensions: size, extensions: extensions,
            facts: CopiedStream(stream))
    }

    /// The number of a codec; that by which the file names it, if it isn't one of Core Media's.
    private static func subType(of stream: StreamDescription) -> FourCharCode {
        let name = stream.codec
        if name == "prores" { return stream.parameters.tag.byteSwapped }
        if let code = name.hasPrefix("pcm_") ? "lpcm" : codecs[name] {
            return code.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }
        }
        // The first character is in the least significant byte there.
        return stream.parameters.tag.byteSwapped
    }
}
