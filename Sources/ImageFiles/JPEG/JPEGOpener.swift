/// Opens JPEG files with libjpeg. libvips would need a hundred libraries more.
struct JPEGOpener: PictureOpener {
    var format: ImageFileFormat { .jpeg }

    func hasRandomAccess(_ bytes: EncodedBytes) -> Bool { false }

    func open(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> any OpenedPicture {
        try JPEGPicture(bytes)
    }
}
