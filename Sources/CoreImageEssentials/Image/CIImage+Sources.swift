import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Creates an image from pixels in memory, the top row first. Its lower left corner is at the origin.
    ///
    /// A size, row length or format that does not fit the data gives an image whose rendering throws the reason.
    /// `init(checkingBitmapData:bytesPerRow:size:format:colorSpace:)` throws it at once.
    ///
    /// - Parameters:
    ///   - data: The rows.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows.
    ///   - size: The width and height in pixels; fractions are dropped.
    ///   - format: The pixel format. Colours are premultiplied by alpha.
    ///   - colorSpace: The colour space of the pixels. nil takes their numbers for those of the working space.
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

    /// Creates an image from pixels in memory.
    ///
    /// The throwing variant of `init(bitmapData:bytesPerRow:size:format:colorSpace:)`, with the same parameters.
    ///
    /// - Throws: `BitmapError` or `CIError.unsupportedFormat`.
    public convenience init(
        checkingBitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
    ) throws {
        let source = try BitmapSource(
            data: data, bytesPerRow: bytesPerRow, width: Self.whole(size.width), height: Self.whole(size.height),
            format: try format.pixelFormat(for: "bitmap data"), colorSpace: colorSpace)
        self.init(node: .source(source), origin: Origin(colorSpace: colorSpace))
    }

    /// Creates an image from a bitmap. Its lower left corner is at the origin.
    ///
    /// Errors are those of `init(cgImage:options:)`.
    public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }

    /// Creates an image from a bitmap, with options.
    ///
    /// A malformed option, or a bitmap whose layout cannot be read, gives an image whose rendering throws the reason.
    /// `init(checking:options:)` throws it at once.
    ///
    /// - Parameters:
    ///   - image: The bitmap.
    ///   - options: `CIImageOption` values.
    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        do { try self.init(checking: image, options: options) } catch { self.init(failing: error) }
    }

    /// Creates an image from a bitmap.
    ///
    /// The throwing variant of `init(cgImage:options:)`, with the same parameters.
    ///
    /// - Throws: `CIError.malformedOption`, `CIError.unknownOption`, `CIError.unsupportedColorSpace`, `BitmapError`, or
    ///   `ColorConversionError`.
    public convenience init(checking image: CGImage, options: [CIImageOption: Any]? = nil) throws {
        let source = try CGImagePixelSource(image)
        try self.init(
            reading: source, options: ImageOptions(options),
            origin: Origin(cgImage: image, colorSpace: image.colorSpace))
    }

    /// Creates an image whose pixels are supplied by `provider`, in parts, when they are needed. Its lower left corner
    /// is at the origin.
    ///
    /// An invalid provider, size, format or option gives an image whose rendering throws the reason.
    ///
    /// - Parameters:
    ///   - provider: An object that conforms to `CIImageProvider`. The image retains it, and calls it on any thread.
    ///   - width: The width of the picture in pixels.
    ///   - height: The height of the picture in pixels.
    ///   - format: The format in which the provider writes pixels. Colours are premultiplied by alpha.
    ///   - colorSpace: The colour space of the pixels. nil takes their numbers for those of the working space.
    ///   - options: `CIImageOption` values, such as `.providerTileSize` and `.providerUserInfo`.
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

    /// Creates an image from a source. Every initializer with options calls it.
    package convenience init(
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
        self.init(
            placing: .source(pixels, colorManaged: managed), options: options, properties: properties, origin: origin)
    }

    /// Creates an image from the recipe of a source's pixels, with those options that don't concern colours.
    convenience init(placing source: ImageNode, options: ImageOptions, properties: [String: Any] = [:], origin: Origin)
    {
        var node = source
        var metadata = options.properties ?? properties
        if options.appliesOrientation, let orientation = ImageOrientation.stored(in: metadata) {
            node = node.transformed(by: orientation.transform(for: node.extent))
            metadata = ImageOrientation.upright(metadata, from: orientation)
        }
        self.init(
            node: node, interpolation: options.samplesNearest ? .nearest : .linear, properties: metadata, origin: origin
        )
    }

    private static func whole(_ length: CGFloat) -> Int {
        length.isFinite && abs(length) < 1e15 ? Int(length.rounded(.down)) : -1
    }
}

/// A provider and its user info. Unchecked Sendable, because providers are documented to be called on any thread.
private struct ProviderRequest: @unchecked Sendable {
    let provider: any CIImageProvider
    let userInfo: Any?
}
