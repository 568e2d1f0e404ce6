import ImageGraph
import KernelLanguage
import Pixels

/// The property of a kernel that its results for opaque pixels of an 8-bit picture can be looked up in tables.
///
/// For opaque pixels, red, green and blue of the result each depend on the same component of the picture only, and
/// alpha is constant. Then 256 entries for each component contain all results. The kernel computes them itself, from a
/// picture with 256 gray pixels, so looking them up gives the same bytes.
struct ChannelTables {
    /// The index of the picture among the images. The kernel reads it only at the current pixel.
    let picture: Int
    /// Whether the entries depend on the kernel's arguments only, and not on another image or on the picture's place
    /// and size.
    let dependOnArgumentsOnly: Bool

    /// Number of entries for each component.
    static let entryCount = 256
    /// Size of the tables: one after the other in the order of the pixel's bytes, each with one byte for each entry.
    static let byteCount = 4 * entryCount
    /// Minimum number of pixels for which computing the entries is worthwhile.
    static let minimumPixels = 8 * entryCount
    /// Minimum number of instructions of a kernel that is slower than looking up its results: with instructions that
    /// look up 64 bytes at once, and without.
    private static let minimumInstructions = (fast: 8, slow: 60)

    /// Returns nil if the kernel has no tables, or is faster without, as one with a `ByteProgram` is.
    init?(_ program: Program, _ layout: KernelLayout, _ processor: TargetProcessor) {
        let pictures = ChannelDependence.pictures(of: program)
        guard program.kind != .warp, program.outputs.count == 4, program.arrays.isEmpty,
            layout.images.count == program.samplerCount,
            program.instructionCount
                >= (processor.instructions.hasByteTables
                    ? Self.minimumInstructions.fast : Self.minimumInstructions.slow),
            Self.isSupported(layout.output), let picture = pictures.first, pictures.count == 1,
            layout.images[picture].isAligned, layout.images[picture].format == layout.output,
            ByteProgram(program, layout) == nil,
            let dependence = ChannelDependence(program, pictures: pictures), dependence.isSeparable(program)
        else { return nil }
        self.picture = picture
        dependOnArgumentsOnly = layout.images.count == 1 && !ChannelDependence.readsAttributes(program)
    }

    /// Whether the pixels have four bytes, the last of which is alpha.
    static func isSupported(_ format: PixelFormat) -> Bool {
        format.component == .uint8 && (format.layout == .rgba || format.layout == .bgra)
    }
}
