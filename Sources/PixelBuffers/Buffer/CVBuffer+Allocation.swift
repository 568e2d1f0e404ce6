import Pixels

extension CVBuffer {
    /// Creates a buffer in a block of memory, which `memory` releases.
    convenience init(
        width: Int, height: Int, format: PixelBufferFormat, layout: PixelBufferLayout, extended: ExtendedPixels,
        attributes: CFDictionary?, block: PixelBufferMemory.Block, memory: PixelBufferMemory
    ) {
        if format.isPlanar { PlaneDescription.write(layout, to: block.start) }
        self.init(
            format: format, width: width, height: height,
            planes: layout.planes.map {
                Plane(
                    address: block.start + $0.offset, width: $0.width, height: $0.height, bytesPerRow: $0.bytesPerRow)
            },
            base: format.isPlanar ? block.start : block.start + layout.planes[0].offset,
            bytesPerRow: layout.bytesPerRow, byteCount: layout.byteCount, extended: extended,
            planeExtensions: layout.planes.map(\.extended), attributes: attributes, memory: memory)
    }

    /// Creates a buffer with memory of its own.
    static func allocated(
        width: Int, height: Int, type: OSType, attributes: CFDictionary?
    ) throws(CVFailure) -> CVBuffer {
        guard let format = PixelBufferFormat.named(type) else { throw CVFailure(kCVReturnInvalidPixelFormat) }
        let read = try BufferAttributes(attributes)
        let layout = try PixelBufferLayout(width: width, height: height, format: format, attributes: read)
        let block = try PixelBufferMemory.Block(byteCount: layout.byteCount, alignment: layout.blockAlignment(read))
        return CVBuffer(
            width: width, height: height, format: format, layout: layout, extended: read.extended,
            attributes: attributes, block: block, memory: PixelBufferMemory { block.free() })
    }
}

extension PixelBufferLayout {
    /// Returns the alignment of the beginning of the memory, with which all planes have the requested alignment.
    func blockAlignment(_ attributes: BufferAttributes) -> Int {
        // Alignments that aren't powers of two concern distances only.
        let requested = attributes.planeAlignment
        return requested.nonzeroBitCount == 1 ? max(Self.alignment, requested) : Self.alignment
    }
}
