extension CGBitmapInfo {
    /// Creates the bitmap information of a pixel format, whose components are little-endian; nil for channels that Core
    /// Graphics can't express.
    package init?(format: PixelFormat, alphaState: AlphaState) {
        let last: CGImageAlphaInfo
        let first: CGImageAlphaInfo
        switch alphaState {
        case .opaque: (last, first) = (.noneSkipLast, .noneSkipFirst)
        case .premultiplied: (last, first) = (.premultipliedLast, .premultipliedFirst)
        case .unpremultiplied: (last, first) = (.last, .first)
        }
        var bits: UInt32
        switch format.layout {
        case .rgba, .la: bits = last.rawValue
        case .argb: bits = first.rawValue
        case .bgra: bits = first.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        case .abgr: bits = last.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        case .rgbx: bits = CGImageAlphaInfo.noneSkipLast.rawValue
        case .rgb, .l, .r: bits = CGImageAlphaInfo.none.rawValue
        case .a: bits = CGImageAlphaInfo.alphaOnly.rawValue
        case .rg: return nil
        }
        // Reversed channel orders exist for bytes only. A wider component keeps its place in the word.
        if format.component != .uint8, format.layout == .bgra || format.layout == .abgr { return nil }
        switch format.component {
        case .uint8: break
        case .uint16: bits |= CGBitmapInfo.byteOrder16Little.rawValue
        case .float16: bits |= CGBitmapInfo.byteOrder16Little.rawValue | CGBitmapInfo.floatComponents.rawValue
        case .float32: bits |= CGBitmapInfo.byteOrder32Little.rawValue | CGBitmapInfo.floatComponents.rawValue
        }
        self.init(rawValue: bits)
    }
}
