/// Opens PNG files with libpng. libvips would need a hundred libraries more.
struct PNGOpener: PictureOpener {
    var format: ImageFileFormat { .png }

    func hasRandomAccess(_ bytes: EncodedBytes) -> Bool { false }

    func open(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> any OpenedPicture {
        try PNGPicture(bytes)
    }
}
