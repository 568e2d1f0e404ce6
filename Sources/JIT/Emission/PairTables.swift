import ImageGraph
import KernelLanguage
import Pixels

/// The property of a kernel that its results for two 8-bit pictures can be looked up in tables, where the alpha of each
/// picture is the same everywhere.
///
/// Red, green and blue of the result then each depend on the same component of both pictures only, and alpha is
/// constant. So a table of 65,536 entries for each component contains all results: those of blend modes, compositing
/// and dissolving in linear light. The kernel computes the entries itself, so looking them up gives the same bytes.
struct PairTables {
    /// The indices of the two pictures among the images.
    static let pictures = (first: 0, second: 1)

    /// Number of values of a component.
    static let valueCount = 256
    /// Size of a table, which has one byte for each pair of values. The second picture's value selects the row.
    static let byteCount = valueCount * valueCount
    /// Minimum number of pixels for which computing the entries is worthwhile.
    static let minimumPixels = 8 * byteCount
    /// Minimum number of instructions of a kernel that is slower than looking up its results, where 16 pixels are
    /// computed at a time. With fewer at a time, proportionately shorter kernels are slower too.
    private static let minimumInstructions = 100

    /// Returns nil if the kernel has no such tables, or is faster without.
    init?(_ program: Program, _ layout: KernelLayout, _ processor: TargetProcessor) {
        guard program.kind != .warp, program.outputs.count == 4, program.arrays.isEmpty,
            layout.images.count == program.samplerCount, layout.images.count == 2,
            16 * program.instructionCount >= Self.minimumInstructions * processor.registerLanes,
            ChannelTables.isSupported(layout.output),
            layout.images.allSatisfy({ $0.isAligned && $0.format == layout.output })
        else { return nil }
        let pictures = ChannelDependence.pictures(of: program)
        guard pictures.count == 2, !ChannelDependence.readsAttributes(program), ByteProgram(program, layout) == nil,
            ChannelDependence(program, pictures: pictures)?.isSeparable(program) == true
        else { return nil }
    }
}
