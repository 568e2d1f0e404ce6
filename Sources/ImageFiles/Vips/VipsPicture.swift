import CVips
import Pixels

/// A picture that libvips has opened. libvips converts the types and colour spaces that this module doesn't know,
/// lazily.
final class VipsPicture: OpenedPicture {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    let isInk: Bool
    let fields: PictureFields

    /// The picture in bytes, 16-bit integers or floats, in gray, RGB or CMYK, with at most one extra channel.
    private let image: VipsHandle
    private let hasRandomAccess: Bool

    init(_ header: VipsHandle, hasRandomAccess: Bool) throws(LibraryFailure) {
        let image = try Self.normalized(header)
        self.image = image
        self.hasRandomAccess = hasRandomAccess
        (width, height) = (image.width, image.height)
        let component: PixelFormat.Component
        switch image.format {
        case "uchar": component = .uint8
        case "ushort": component = .uint16
        default: component = .float32
        }
        pixelFormat = PixelFormat(storedComponents: image.bands, component)
        isInk = image.interpretation == "cmyk"
        fields = PictureFields(of: header, normalized: image)
    }

    private static func normalized(_ image: VipsHandle) throws(LibraryFailure) -> VipsHandle {
        var image = image
        switch image.interpretation {
        case "lab", "labq", "labs", "lch", "cmc", "xyz", "yxy", "hsv":
            image = try VipsHandle(cvips_to_interpretation(image.pointer, "srgb"))
        default: break
        }
        if image.coding != "none" { image = try VipsHandle(cvips_to_interpretation(image.pointer, "srgb")) }
        if !["uchar", "ushort", "float"].contains(image.format) {
            image = try VipsHandle(cvips_cast(image.pointer, "float"))
        }
        if image.bands > 4 { image = try VipsHandle(cvips_extract_bands(image.pointer, 0, 4)) }
        return image
    }

    // The whole picture is decoded through this, too. libvips could do that with several threads, but version 8.14
    // sometimes loses the error of a damaged file then, and sometimes aborts the process.
    func makeRows() throws(LibraryFailure) -> any PictureRows { try VipsRows(image) }

    func decodeRegions(name: String) throws -> any PictureRegions {
        let regions = VipsRegions(image, bytesPerPixel: pixelFormat.bytesPerPixel)
        // Without random access, libvips decodes the whole picture into a temporary file when the first pixel is read.
        if !hasRandomAccess { try regions.readFirstPixel() }
        return regions
    }

    func stop() { cvips_kill(image.pointer) }
}

extension PixelFormat {
    /// Creates the format of pixels with one to four components in the order of files: gray, gray and alpha, RGB, or
    /// RGB and alpha.
    init(storedComponents count: Int, _ component: Component) {
        let layouts: [Layout] = [.l, .la, .rgb, .rgba]
        self.init(layouts[min(max(count, 1), layouts.count) - 1], component)
    }
}
