/// Returns the numbers of columns and rows in memory around the image. Each pointer may be nil.
public func CVPixelBufferGetExtendedPixels(
    _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
    _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
    _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
    let extended = pixelBuffer.extended
    extraColumnsOnLeft?.pointee = extended.left
    extraColumnsOnRight?.pointee = extended.right
    extraRowsOnTop?.pointee = extended.top
    extraRowsOnBottom?.pointee = extended.bottom
}

/// Fills the columns and rows around the image with the pixels on its edges.
///
/// The buffer needs no lock. No other code may access its pixels at the same time.
/// - Returns: `kCVReturnSuccess`, also if there are no extended pixels.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
    for (index, extended) in pixelBuffer.planeExtensions.enumerated() {
        EdgeRepetition(
            plane: pixelBuffer.planes[index], description: pixelBuffer.format.planes[index], extended: extended
        ).fill()
    }
    return kCVReturnSuccess
}

/// Repeats the edge pixels of a plane around it.
private struct EdgeRepetition {
    let plane: CVBuffer.Plane
    let description: PixelBufferFormat.Plane
    let extended: ExtendedPixels

    func fill() {
        guard extended != ExtendedPixels() else { return }
        for y in 0..<plane.height { fillSides(of: plane.address + y * plane.bytesPerRow) }
        let first = leftmost(of: plane.address)
        let last = leftmost(of: plane.address + (plane.height - 1) * plane.bytesPerRow)
        for y in 0..<extended.top { copyRow(first, to: first - (y + 1) * plane.bytesPerRow) }
        for y in 0..<extended.bottom { copyRow(last, to: last + (y + 1) * plane.bytesPerRow) }
    }

    private var blocksOnLeft: Int { extended.left.divided(by: description.pixelsPerBlock) }
    /// The number of blocks with pixels of the image.
    private var blocks: Int { plane.width.divided(by: description.pixelsPerBlock) }
    private var blocksInRow: Int {
        blocksOnLeft + (plane.width + extended.right).divided(by: description.pixelsPerBlock)
    }

    private func leftmost(of row: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        row - blocksOnLeft * description.bytesPerBlock
    }

    private func copyRow(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
        target.copyMemory(from: source, byteCount: blocksInRow * description.bytesPerBlock)
    }

    private func fillSides(of row: UnsafeMutableRawPointer) {
        let size = description.bytesPerBlock
        let last = row + (blocks - 1) * size
        // A block of two pixels whose second one is outside of the image.
        if !plane.width.isMultiple(of: description.pixelsPerBlock) { repeatLuma(of: 0, in: last) }
        for i in 0..<blocksOnLeft { copyBlock(row, to: row - (i + 1) * size, luma: 0) }
        for i in 0..<max(0, blocksInRow - blocksOnLeft - blocks) {
            copyBlock(last, to: last + (i + 1) * size, luma: description.pixelsPerBlock - 1)
        }
    }

    /// Copies a block, and repeats one of its pixels.
    private func copyBlock(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, luma index: Int) {
        target.copyMemory(from: source, byteCount: description.bytesPerBlock)
        repeatLuma(of: index, in: target)
    }

    private func repeatLuma(of index: Int, in block: UnsafeMutableRawPointer) {
        guard description.lumaOffsets.indices.contains(index) else { return }
        let luma = block.load(fromByteOffset: description.lumaOffsets[index], as: UInt8.self)
        for offset in description.lumaOffsets { block.storeBytes(of: luma, toByteOffset: offset, as: UInt8.self) }
    }
}
