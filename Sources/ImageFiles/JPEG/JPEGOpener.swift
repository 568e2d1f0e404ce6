import Pixels

/// Opens JPEG files with libjpeg. libvips would need a hundred libraries more.
struct JPEGOpener: PictureOpener {
    /// The side in pixels of the blocks that become one pixel: 1, 2, 4 or 8.
    var reduction = 1

    var format: ImageFileFormat { .jpeg }

    func hasRandomAccess(_ bytes: EncodedBytes) -> Bool { false }

    func open(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> any OpenedPicture {
        try JPEGPicture(bytes, reduction: reduction)
    }

    // libjpeg computes fewer values of each block's cosine transform. Other fractions, such as 5/8, take longer than
    // the next larger one of these. Blocks are reduced alike along both axes, so colours that are sampled unevenly
    // would become coarser than the pixels.
    func reductions(of picture: any OpenedPicture, in bytes: EncodedBytes) -> [ReducedOpener] {
        guard let picture = picture as? JPEGPicture, picture.hasSquareSampling else { return [] }
        let (width, height) = (picture.width, picture.height)
        // All coefficients of a progressive picture, of two bytes each, are in memory until the last scan.
        let held = picture.isProgressive ? 2 * height * picture.bytesPerRow : 0
        return [2, 4, 8].filter { width >= $0 && height >= $0 }.map {
            ReducedOpener(
                reduction: SourceReduction(blocksOf: $0, width: width, height: height),
                opener: JPEGOpener(reduction: $0), heldBytes: held)
        }
    }
}
