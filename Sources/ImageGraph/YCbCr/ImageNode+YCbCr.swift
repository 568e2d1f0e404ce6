import Foundation
import KernelLanguage
import Pixels

extension ImageNode {
    /// Creates an image of encoded red, green and blue from planes of luma and chroma.
    ///
    /// The result is opaque. Its numbers are those of the video's own RGB space, not limited to 0…1, because codes
    /// outside the nominal range are valid. Chroma is interpolated linearly between its samples.
    ///
    /// - Parameters:
    ///   - luma: The plane of luma, whose component is red.
    ///   - chroma: One plane with Cb in red and Cr in green, or a plane for each in red.
    ///   - coding: How the components are stored.
    ///   - sampling: Where the chroma samples lie.
    /// - Throws: `KernelArgumentError` if there aren't one or two chroma planes.
    package static func decoding(
        luma: any PixelSource, chroma: [any PixelSource], coding: YCbCrCoding, sampling: ChromaSampling
    ) throws(KernelArgumentError) -> ImageNode {
        let (columns, rows) = (Double(sampling.columns), Double(sampling.rows))
        let offset = sampling.offset
        // The last row of chroma may reach below the picture.
        let excess = rows * Double(chroma.first?.height ?? 0) - Double(luma.height)
        let placed = CGAffineTransform(
            a: columns, b: 0, c: 0, d: rows, tx: offset.x, ty: -offset.y - excess)
        let isWhole = sampling.columns == 1 && sampling.rows == 1
        let images =
            [SampledImage(.source(luma, colorManaged: false), interpolation: .nearest)]
            + chroma.map { plane in
                SampledImage(
                    .source(plane, colorManaged: false), transform: isWhole ? .identity : placed,
                    interpolation: isWhole ? .nearest : .linear, wrap: .clamp)
            }
        let rowArguments = coding.decodingRows.map(KernelArgument.init(row:))
        return try .kernel(
            YCbCrKernels.decoding(planeCount: chroma.count), arguments: images.map { .image($0) } + rowArguments,
            extent: CGRect(x: 0, y: 0, width: luma.width, height: luma.height))
    }

    /// Whether this is an image that `decoding(luma:chroma:coding:sampling:)` made, as it is or converted to the
    /// working space.
    package var isDecodedYCbCr: Bool {
        switch operation {
        case .convert(let image, _, nil): image.isDecodedYCbCr
        case .kernel(let application): application.program.name == YCbCrKernels.decodingName
        default: false
        }
    }

    /// The range of this image's components, if they are decoded from planes of luma and chroma and at most moved or
    /// interpolated; nil if they aren't.
    var videoRange: ComponentRange? {
        switch operation {
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _): return image.videoRange
        case .kernel(let application):
            guard application.program.name == YCbCrKernels.decodingName,
                case .image(let luma)? = application.arguments.first
            else { return nil }
            switch luma.node.operation {
            case .source(let source, _), .rawSource(let source):
                return source.storedFormat?.component == .uint8 ? .videoOf8Bits : .video
            default: return nil
            }
        default: return nil
        }
    }

    /// Returns this image of encoded red, green and blue as codes of luma, Cb and Cr in red, green and blue.
    ///
    /// The codes are floats, neither rounded nor limited. Transparent parts are shown on black.
    ///
    /// - Parameters:
    ///   - coding: How the components are stored.
    ///   - bounds: The part of the image that is stored. If the image covers it, no pixel needs to be tested whether it
    ///     is inside.
    package func encodedYCbCr(_ coding: YCbCrCoding, over bounds: PixelRect) throws(KernelArgumentError) -> ImageNode {
        let rows = coding.encodingRows.map(KernelArgument.init(row:))
        return try .kernel(
            YCbCrKernels.encoding, arguments: [.image(SampledImage(self))] + rows, extent: bounds.cgRect)
    }
}

extension KernelApplication {
    /// If this encodes video, the range of the colours that it reads; otherwise nil.
    var videoRange: ComponentRange? {
        guard program.name == YCbCrKernels.encodingName, case .numbers(let luma)? = arguments.dropFirst().first else {
            return nil
        }
        // The coefficients of luma add up to the difference of the codes of white and black.
        return luma.dropLast().reduce(0, +) < 256 ? .videoOf8Bits : .video
    }
}

extension KernelArgument {
    /// Creates a vector from the coefficients of a row.
    fileprivate init(row: SIMD4<Double>) { self = .numbers((0..<4).map { Float(row[$0]) }) }
}
