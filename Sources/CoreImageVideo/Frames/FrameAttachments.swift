import CoreImageEssentials
import Foundation
import PixelBuffers
import VideoExchange

/// What a file says about its frames besides their colours, as attachments of pixel buffers.
enum FrameAttachments {
    /// Returns the attachments of a frame: colours, shape of pixels, order of fields, and light.
    static func attachments(
        for format: FrameFormat, _ flags: FrameFlags, of track: VideoTrack?
    ) throws(ColourAttachments.Unsupported) -> CFDictionary {
        var result = try ColourAttachments.attachments(for: format.colours, format.pixelFormat)
        if let shape = format.pixelAspectRatio, shape.isPositive, shape.numerator != shape.denominator {
            result[kCVImageBufferPixelAspectRatioKey] = Self.shape(shape)
        }
        if flags.contains(.interlaced) {
            result[kCVImageBufferFieldCountKey] = 2
            result[kCVImageBufferFieldDetailKey] =
                flags.contains(.topFieldFirst)
                ? kCVImageBufferFieldDetailTemporalTopFirst : kCVImageBufferFieldDetailTemporalBottomFirst
        }
        if let display = track?.masteringDisplay.flatMap(data) {
            result[kCVImageBufferMasteringDisplayColorVolumeKey] = display
        }
        if let light = track?.contentLightLevel {
            result[kCVImageBufferContentLightLevelInfoKey] = data(light)
        }
        return result
    }

    /// Returns a shape of pixels as an attachment.
    static func shape(_ ratio: Ratio) -> CFDictionary {
        [
            kCVImageBufferPixelAspectRatioHorizontalSpacingKey: Int(ratio.numerator),
            kCVImageBufferPixelAspectRatioVerticalSpacingKey: Int(ratio.denominator),
        ]
    }

    // The contents of HEVC's SEI messages: big-endian, with the primaries in the order of green, blue and red.

    private static func data(_ display: MasteringDisplay) -> Data? {
        guard let points = display.chromaticities, let minimum = display.minimumLuminance,
            let maximum = display.maximumLuminance
        else { return nil }
        var data = Data()
        for index in [2, 3, 4, 5, 0, 1, 6, 7] { data.append(bigEndian: UInt16(clamping: points[index])) }
        data.append(bigEndian: UInt32(clamping: maximum))
        data.append(bigEndian: UInt32(clamping: minimum))
        return data
    }

    private static func data(_ light: ContentLightLevel) -> Data {
        var data = Data()
        data.append(bigEndian: UInt16(clamping: light.maximum))
        data.append(bigEndian: UInt16(clamping: light.maximumFrameAverage))
        return data
    }
}

extension Data {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
