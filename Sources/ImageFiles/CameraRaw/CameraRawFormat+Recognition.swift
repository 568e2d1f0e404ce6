import Foundation

extension CameraRawFormat {
    /// Recognises the family of a file by its content; nil for a file that isn't camera RAW.
    static func recognized(in bytes: EncodedBytes) -> CameraRawFormat? {
        let head = Array(bytes.head(28))
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if has("FUJIFILMCCD-RAW") { return .raf }
        if has("FOVb") { return .x3f }
        if has("\0MRM") { return .mrw }
        if has("IIRO") || has("IIRS") || has("MMOR") || has("MMRO") { return .orf }
        if has("IIU\0") { return .rw2 }
        if has("II"), has("HEAPCCDR", at: 6) { return .crw }
        if has("ftyp", at: 4), hasBrand("crx ", bytes) { return .cr3 }
        guard DirectoryReader(Data(head)) != nil else { return nil }
        if has("CR", at: 8) { return .cr2 }
        if has("IIII", at: 8) && has("waR", at: 13) || has("MMMM", at: 8) && has("Raw", at: 12) { return .iiq }
        return bytes.mapped.flatMap(TIFFPictures.init).flatMap(recognized)
    }

    /// Recognises the family of a TIFF file by its pictures; nil for other TIFF files, including those with thumbnails
    /// or pyramids.
    static func recognized(in pictures: TIFFPictures) -> CameraRawFormat? {
        if pictures.all.contains(where: \.isDNG) { return .dng }
        if pictures.all.contains(where: \.isSensorData) { return CameraRawFormat(make: pictures.make) }
        let first = pictures.first
        let isPreview =
            first.isReduced
            && pictures.children.contains {
                !$0.isReduced && ($0.width > first.width || $0.height > first.height)
            }
        return isPreview ? CameraRawFormat(make: pictures.make) : nil
    }

    /// Whether the first box lists a brand, as the major or a compatible one.
    private static func hasBrand(_ brand: String, _ bytes: EncodedBytes) -> Bool {
        let head = Array(bytes.head(256))
        guard head.count >= 16 else { return false }
        let size = head[0..<4].bigEndianNumber
        return ([8] + Array(stride(from: 16, to: min(size, head.count) - 3, by: 4))).contains {
            head[$0..<$0 + 4].elementsEqual(brand.utf8)
        }
    }
}
