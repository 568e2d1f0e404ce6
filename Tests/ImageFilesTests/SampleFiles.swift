import Foundation
import ImageFiles
import Pixels

/// Pictures for tests.
enum SampleFiles {
    /// A picture whose 8-bit samples are given by a function of column, row from the top, and channel.
    static func bytes(
        _ width: Int, _ height: Int, _ layout: PixelFormat.Layout, space: CGColorSpace?,
        _ sample: @escaping @Sendable (Int, Int, Int) -> UInt8
    ) -> EncodedPicture {
        let channels = layout.channelCount
        return EncodedPicture(
            width: width, height: height, pixelFormat: PixelFormat(layout, .uint8), colorSpace: space
        ) { strip, buffer, bytesPerRow in
            for y in 0..<strip.height {
                for x in 0..<strip.width {
                    for c in 0..<channels {
                        buffer.storeBytes(
                            of: sample(x, strip.y + y, c), toByteOffset: y * bytesPerRow + x * channels + c,
                            as: UInt8.self)
                    }
                }
            }
        }
    }

    static func words(
        _ width: Int, _ height: Int, _ layout: PixelFormat.Layout, space: CGColorSpace?,
        _ sample: @escaping @Sendable (Int, Int, Int) -> UInt16
    ) -> EncodedPicture {
        let channels = layout.channelCount
        return EncodedPicture(
            width: width, height: height, pixelFormat: PixelFormat(layout, .uint16), colorSpace: space
        ) { strip, buffer, bytesPerRow in
            for y in 0..<strip.height {
                for x in 0..<strip.width {
                    for c in 0..<channels {
                        buffer.storeBytes(
                            of: sample(x, strip.y + y, c), toByteOffset: y * bytesPerRow + (x * channels + c) * 2,
                            as: UInt16.self)
                    }
                }
            }
        }
    }

    static func floats(
        _ width: Int, _ height: Int, _ layout: PixelFormat.Layout, space: CGColorSpace?,
        _ sample: @escaping @Sendable (Int, Int, Int) -> Float
    ) -> EncodedPicture {
        let channels = layout.channelCount
        return EncodedPicture(
            width: width, height: height, pixelFormat: PixelFormat(layout, .float32), colorSpace: space
        ) { strip, buffer, bytesPerRow in
            for y in 0..<strip.height {
                for x in 0..<strip.width {
                    for c in 0..<channels {
                        buffer.storeBytes(
                            of: sample(x, strip.y + y, c), toByteOffset: y * bytesPerRow + (x * channels + c) * 4,
                            as: Float.self)
                    }
                }
            }
        }
    }

    /// All pixels of a source.
    static func pixels(_ source: any PixelSource) throws -> Raster {
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: source.width, height: source.height))
        try source.read(into: raster)
        return raster
    }

    static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
}
