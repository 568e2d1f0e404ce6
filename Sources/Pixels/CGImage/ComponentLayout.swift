/// The decoded form of a `CGBitmapInfo`: the byte offset of each component in a pixel.
struct ComponentLayout: Sendable {
    /// The type of each component.
    let component: PixelFormat.Component
    let model: CGColorSpaceModel
    /// Byte offset of each colour component in a pixel.
    let colorOffsets: [Int]
    /// Byte offset of alpha; nil if there is none.
    let alphaOffset: Int?
    let bytesPerPixel: Int
    /// Whether components are stored in the other byte order than the machine's.
    let isSwapped: Bool
    let alphaState: AlphaState

    init(
        bitsPerComponent: Int, bitsPerPixel: Int, bitmapInfo: CGBitmapInfo, space: CGColorSpace
    ) throws(BitmapError) {
        let isFloat = bitmapInfo.contains(.floatComponents)
        switch (bitsPerComponent, isFloat) {
        case (8, false): component = .uint8
        case (16, false): component = .uint16
        case (16, true): component = .float16
        case (32, true): component = .float32
        default:
            throw .unsupportedLayout(reason: "\(bitsPerComponent)-bit \(isFloat ? "float" : "integer") components")
        }
        guard let alpha = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & 0x1F) else {
            throw .unsupportedLayout(reason: "alpha information \(bitmapInfo.rawValue & 0x1F)")
        }
        guard space.numberOfComponents <= 4 else {
            throw .unsupportedLayout(reason: "\(space.numberOfComponents) colour components")
        }
        model = space.model
        let colors = alpha == .alphaOnly ? 0 : space.numberOfComponents
        let extra = alpha == .none ? 0 : 1
        let size = bitsPerComponent / 8
        guard !(colors == 4 && (alpha != .none && alpha != .noneSkipLast && alpha != .noneSkipFirst)) else {
            throw .unsupportedLayout(reason: "four inks together with alpha")
        }
        // A pixel may be wider than its components. The rest is padding at the end, as in 32-bit RGB with `none`.
        guard bitsPerPixel % 8 == 0, bitsPerPixel / 8 >= (colors + extra) * size, bitsPerPixel <= 1024 else {
            throw .unsupportedLayout(
                reason: "\(bitsPerPixel) bits per pixel for \(colors + extra) components of \(bitsPerComponent) bits")
        }
        bytesPerPixel = bitsPerPixel / 8
        let first = alpha == .first || alpha == .premultipliedFirst || alpha == .noneSkipFirst
        let order = bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue
        let little32 = order == CGBitmapInfo.byteOrder32Little.rawValue
        let little16 = order == CGBitmapInfo.byteOrder16Little.rawValue
        guard order <= CGBitmapInfo.byteOrder32Big.rawValue else {
            throw .unsupportedLayout(reason: "byte order \(order >> 12)")
        }
        // In a 32-bit word with its low byte first, the order of smaller components is reversed.
        let width = bytesPerPixel
        func place(_ index: Int) -> Int {
            let offset = index * size
            guard size < 4, little32 || (little16 && size == 1) else { return offset }
            let word = little32 ? 4 : 2
            let base = offset / word * word
            return base + word <= width ? base + (word - size - offset % word) : offset
        }
        colorOffsets = (0..<colors).map { place($0 + (first ? 1 : 0)) }
        switch alpha {
        case .none, .noneSkipFirst, .noneSkipLast: (alphaOffset, alphaState) = (nil, .opaque)
        case .premultipliedFirst, .premultipliedLast:
            (alphaOffset, alphaState) = (place(first ? 0 : colors), .premultiplied)
        case .first, .last: (alphaOffset, alphaState) = (place(first ? 0 : colors), .unpremultiplied)
        case .alphaOnly: (alphaOffset, alphaState) = (place(0), .premultiplied)
        }
        isSwapped = !(size == 1 || little32 || (little16 && size == 2))
    }

    /// Reads `count` pixels as RGBA floats. CMYK inks use all four components.
    func unpack(_ row: UnsafeRawPointer, count: Int, into out: UnsafeMutablePointer<SIMD4<Float>>) {
        switch component {
        case .uint8: unpack(row, count, out, UInt8.self)
        case .uint16: unpack(row, count, out, UInt16.self)
        case .float16: unpack(row, count, out, Float16.self)
        case .float32: unpack(row, count, out, Float.self)
        }
    }

    @inline(__always)
    private func unpack<T: PixelComponent>(
        _ row: UnsafeRawPointer, _ count: Int, _ out: UnsafeMutablePointer<SIMD4<Float>>, _ type: T.Type
    ) {
        @inline(__always) func component(_ address: UnsafeRawPointer) -> Float {
            T.load(address, isSwapped: isSwapped).normalized
        }
        let gray = model == .monochrome
        let colors = colorOffsets.count
        let offsets = colorOffsets + Array(repeating: 0, count: 4 - colors)
        let (o0, o1, o2, o3) = (offsets[0], offsets[1], offsets[2], offsets[3])
        for i in 0..<count {
            let pixel = row + i * bytesPerPixel
            var value = SIMD4<Float>(0, 0, 0, alphaOffset.map { component(pixel + $0) } ?? 1)
            if colors > 0 { value.x = component(pixel + o0) }
            if colors > 2 {
                value.y = component(pixel + o1)
                value.z = component(pixel + o2)
            }
            if colors > 3 { value.w = component(pixel + o3) }
            if gray { (value.y, value.z) = (value.x, value.x) }
            out[i] = value
        }
    }
}
