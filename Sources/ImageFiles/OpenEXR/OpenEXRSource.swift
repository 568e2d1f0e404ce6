import COpenEXR
import Foundation
import Pixels

/// An OpenEXR picture: the R, G, B, A or Y, A channels of the first part that has them, linear, premultiplied.
///
/// It is decoded once, on the first read. A picture above `memoryLimit` is decoded again for each read, in the rows
/// needed.
final class OpenEXRSource: ImageFileSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState
    let depth: Int
    let properties: [String: any Sendable]
    var format: ImageFileFormat { .openEXR }
    var orientation: Int { 1 }
    var isFloat: Bool { true }

    let path: String?
    private let decoder: OpenEXRDecoder
    private let decoding: PictureDecoding<Raster>
    private static let memoryLimit = 1 << 30

    init(_ bytes: EncodedBytes, pixelLimit: Int?) throws(ImageFileError) {
        path = bytes.path
        guard let data = bytes.mapped else { throw .unreadable(file: bytes.name, reason: "it can't be mapped") }
        let context: OpenEXRContext
        let header: Header
        do {
            context = try OpenEXRContext(reading: data)
            header = try Header(context)
        } catch let failure as OpenEXRFailure {
            throw .damaged(file: bytes.name, reason: failure.message)
        } catch {
            throw .damaged(file: bytes.name, reason: "\(error)")
        }
        let (window, slots, isGray) = (header.window, header.slots, header.isGray)
        depth = header.depth
        width = Int(window.max.x) - Int(window.min.x) + 1
        height = Int(window.max.y) - Int(window.min.y) + 1
        let limit = PixelLimit(
            format: .openEXR, isBilevel: false, isRandomAccess: false, byteCount: data.count, explicitLimit: pixelLimit)
        try limit.check(width: width, height: height, file: bytes.name)
        alphaState = slots.values.contains(3) ? .premultiplied : .opaque
        let space =
            isGray
            ? CGColorSpace(name: CGColorSpace.extendedLinearGray)
            : header.primaries.flatMap { CGColorSpace(linearRGB: $0) }
                ?? CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
        colorSpace = space
        var properties: [String: any Sendable] = [
            kCGImagePropertyPixelWidth: width, kCGImagePropertyPixelHeight: height, kCGImagePropertyDepth: depth,
            kCGImagePropertyIsFloat: true, kCGImagePropertyOrientation: 1,
            kCGImagePropertyHasAlpha: alphaState != .opaque,
            kCGImagePropertyColorModel: isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB,
        ]
        if let name = space?.profileDescription { properties[kCGImagePropertyProfileName] = name }
        if let (x, y) = header.resolution {
            properties[kCGImagePropertyDPIWidth] = x
            properties[kCGImagePropertyDPIHeight] = y
        }
        self.properties = properties
        let decoder = OpenEXRDecoder(
            name: bytes.name, context: context, part: header.part, storage: header.storage, slots: slots,
            isGray: isGray, window: window, width: width, height: height)
        self.decoder = decoder
        decoding = PictureDecoding { [height] stop in
            try decoder.decode(rows: 0..<height) { stop.isStopped }
        }
    }

    /// The fields of the header.
    private struct Header {
        var part: Int32 = 0
        var window = exr_attr_box2i_t()
        var storage = EXR_STORAGE_SCANLINE
        /// The component that each channel is decoded to: 0 red (or gray), 1 green, 2 blue, 3 alpha.
        var slots: [String: Int] = [:]
        var isGray = false
        var depth = 16
        var primaries: Primaries?
        /// The resolution in dots per inch; nil if the file has none.
        var resolution: (x: Double, y: Double)?

        init(_ context: OpenEXRContext) throws {
            var count: Int32 = 0
            try context.check(exr_get_count(context.pointer, &count))
            for index in 0..<count {
                var kind = EXR_STORAGE_SCANLINE
                try context.check(exr_get_storage(context.pointer, index, &kind))
                guard kind == EXR_STORAGE_SCANLINE || kind == EXR_STORAGE_TILED else { continue }
                try readChannels(context, index)
                guard !slots.isEmpty else { continue }
                (part, storage) = (index, kind)
                try context.check(exr_get_data_window(context.pointer, index, &window))
                var value = exr_attr_chromaticities_t()
                if exr_attr_get_chromaticities(context.pointer, index, "chromaticities", &value) == 0 {
                    primaries = Primaries(
                        red: [Double(value.red_x), Double(value.red_y)],
                        green: [Double(value.green_x), Double(value.green_y)],
                        blue: [Double(value.blue_x), Double(value.blue_y)],
                        white: [Double(value.white_x), Double(value.white_y)])
                }
                try readResolution(context, index)
                return
            }
            throw OpenEXRFailure(message: "no part holds R, G and B or Y channels at full resolution")
        }

        private mutating func readResolution(_ context: OpenEXRContext, _ index: Int32) throws {
            var (density, ratio) = (Float(0), Float(1))
            guard exr_attr_get_float(context.pointer, index, "xDensity", &density) == 0 else { return }
            try context.check(exr_get_pixel_aspect_ratio(context.pointer, index, &ratio))
            let (x, y) = (Double(density), Double(density) * Double(ratio))
            guard x > 0, y > 0, x.isFinite, y.isFinite else { return }
            // Rounded to thousandths, since floats represent few fractions exactly.
            resolution = ((x * 1000).rounded() / 1000, (y * 1000).rounded() / 1000)
        }

        private mutating func readChannels(_ context: OpenEXRContext, _ index: Int32) throws {
            var list: UnsafePointer<exr_attr_chlist_t>?
            try context.check(exr_get_channels(context.pointer, index, &list))
            guard let list = list?.pointee, let entries = list.entries else { return }
            var names: [String: exr_pixel_type_t] = [:]
            for place in 0..<Int(list.num_channels) {
                let entry = entries[place]
                guard entry.x_sampling == 1, entry.y_sampling == 1, let text = entry.name.str else { continue }
                names[String(cString: text)] = entry.pixel_type
            }
            // The layer without a name is tried first, then the others in order.
            let prefixes = names.keys.compactMap { name in name.lastIndex(of: ".").map { String(name[...$0]) } }
            let layers = [""] + Set(prefixes).sorted()
            for layer in layers {
                if names[layer + "R"] != nil, names[layer + "G"] != nil, names[layer + "B"] != nil {
                    slots = [layer + "R": 0, layer + "G": 1, layer + "B": 2]
                } else if names[layer + "Y"] != nil, names[layer + "RY"] == nil {
                    slots = [layer + "Y": 0]
                    isGray = true
                } else {
                    continue
                }
                if names[layer + "A"] != nil { slots[layer + "A"] = 3 }
                depth = slots.keys.contains { names[$0] != EXR_PIXEL_HALF } ? 32 : 16
                return
            }
        }
    }

    /// Fills `raster`. The first call decodes the picture, unless it is above `memoryLimit`.
    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        if width * height <= Self.memoryLimit / MemoryLayout<SIMD4<Float>>.size {
            raster.copy(from: try decoding.wait())
        } else {
            raster.copy(
                from: try decoder.decode(rows: height - area.maxY..<height - area.y) {
                    ReadingCancellation.isCancelled
                })
        }
    }
}
