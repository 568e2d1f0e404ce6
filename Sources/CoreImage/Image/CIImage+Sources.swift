import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// An image over pixels in memory, the top row first; its lower left corner is at the origin.
    ///
    /// - Parameters:
    ///   - data: The rows.
    ///   - bytesPerRow: Bytes from one row to the next.
    ///   - size: Width and height in pixels.
    ///   - format: The format of a pixel. Colours are premultiplied by alpha.
    ///   - colorSpace: The pixels' space; nil leaves their numbers as they are.
    ///
    /// A size, row length or format that does not fit the data gives an image whose rendering throws the reason;
    /// `init(checkingBitmapData:…)` throws it at once.
    public convenience init(
        bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
    ) {
        do {
            try self.init(
                checkingBitmapData: data, bytesPerRow: bytesPerRow, size: size, format: format, colorSpace: colorSpace)
        } catch {
            self.init(failing: error)
        }
    }

    /// An image over pixels in memory: the throwing twin of `init(bitmapData:bytesPerRow:size:format:colorSpace:)`.
    ///
    /// - Throws: `BitmapError`, `CIError.unsupportedFormat`.
    public convenience init(
        checkingBitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
    ) throws {
        let source = try BitmapSource(
            data: data, bytesPerRow: bytesPerRow, width: Self.whole(size.width), height: Self.whole(size.height),
            format: try format.pixelFormat(for: "bitmap data"), colorSpace: colorSpace)
        self.init(node: .source(source), origin: Origin(colorSpace: colorSpace))
    }

    /// An image over a bitmap; its lower left corner is at the origin.
    public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }

    /// An image over a bitmap, with options.
    ///
    /// A malformed option, or a bitmap whose layout can't be read, gives an image whose rendering throws the reason;
    /// `init(checking:options:)` throws it at once.
    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        do { try self.init(checking: image, options: options) } catch { self.init(failing: error) }
    }

    /// An image over a bitmap: the throwing twin of `init(cgImage:options:)`.
    ///
    /// - Throws: `CIError.malformedOption`, `CIError.unknownOption`, `CIError.unsupportedColorSpace`, `BitmapError`,
    ///   `ColorConversionError`.
    public convenience init(checking image: CGImage, options: [CIImageOption: Any]? = nil) throws {
        let source = try CGImagePixelSource(image)
        try self.init(
            reading: source, options: ImageOptions(options),
            origin: Origin(cgImage: image, colorSpace: image.colorSpace))
    }

    /// An image whose pixels `provider` supplies, part by part, when they are needed.
    ///
    /// - Parameters:
    ///   - provider: A `CIImageProvider`; it is kept, and called from any thread.
    ///   - width: Width of the picture in pixels.
    ///   - height: Height of the picture in pixels.
    ///   - format: The format in which the provider writes pixels. Colours are premultiplied by alpha.
    ///   - colorSpace: The pixels' space; nil leaves their numbers as they are.
    ///   - options: `.providerTileSize`, `.providerUserInfo`, and those of other images.
    ///
    /// What can't work gives an image whose rendering throws the reason.
    public convenience init(
        imageProvider provider: Any, size width: Int, _ height: Int, format: CIFormat, colorSpace: CGColorSpace?,
        options: [CIImageOption: Any]? = nil
    ) {
        do {
            guard let provider = provider as? any CIImageProvider else {
                throw CIError.malformedOption(
                    key: "imageProvider", expected: "an object that conforms to CIImageProvider",
                    given: described(provider))
            }
            let options = try ImageOptions(options)
            let request = ProviderRequest(provider: provider, userInfo: options.userInfo)
            var source: any PixelSource = try ProviderSource(
                width: width, height: height, format: try format.pixelFormat(for: "an image provider"),
                colorSpace: colorSpace
            ) { region, buffer, bytesPerRow in
                request.provider.provideImageData(
                    buffer, bytesPerRow: bytesPerRow, origin: region.x, region.y, size: region.width, region.height,
                    userInfo: request.userInfo)
            }
            if let tile = options.tileSize {
                source = TiledSource(source, tileWidth: tile.width, tileHeight: tile.height)
            }
            try self.init(reading: source, options: options, origin: Origin(colorSpace: colorSpace))
        } catch {
            self.init(failing: error)
        }
    }

    /// An image over a source: the end of every initialiser that takes options.
    convenience init(
        reading source: any PixelSource, options: ImageOptions, properties: [String: Any] = [:], origin: Origin
    ) throws {
        var origin = origin
        var managed = true
        var pixels = source
        switch options.space {
        case .asStored: break
        case .unmanaged: (managed, origin.colorSpace) = (false, nil)
        case .named(let space): (pixels, origin.colorSpace) = (try RetaggedSource(source, colorSpace: space), space)
        }
        var node = ImageNode.source(pixels, colorManaged: managed)
        var metadata = options.properties ?? properties
        if options.appliesOrientation, let orientation = ImageOrientation.stored(in: metadata) {
            node = node.transformed(by: orientation.transform(for: node.extent))
            metadata = ImageOrientation.upright(metadata, from: orientation)
        }
        self.init(
            node: node, interpolation: options.samplesNearest ? .nearest : .linear, properties: metadata, origin: origin
        )
    }

    /// An image whose rendering throws `error`.
    convenience init(failing error: any Error) { self.init(node: CIImage.failed(error).node) }

    private static func whole(_ length: CGFloat) -> Int {
        length.isFinite && abs(length) < 1e15 ? Int(length.rounded(.down)) : -1
    }
}

/// A provider and what it is handed, called from any thread as its documentation says.
private struct ProviderRequest: @unchecked Sendable {
    let provider: any CIImageProvider
    let userInfo: Any?
}
