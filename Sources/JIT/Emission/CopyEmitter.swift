import ImageGraph
import KernelLanguage
import Pixels

/// Emits the function that converts rows between floats, halves and bytes, without taking pixels apart.
///
/// Results equal those of `PixelEmitter` in every bit.
struct CopyEmitter {
    let writer: FunctionWriter
    private let from: PixelEmitter
    private let to: PixelEmitter
    /// The stores that the parameter `%streams` requests; nil if there are none.
    private let stores: StreamingStores?

    static let name = "copyRow"
    static let parameters = "ptr %from, ptr %to, i64 %count, i1 %streams"

    private static let formats: Set = [PixelFormat.RGBAf, .RGBAh, .RGBA8]
    private static let channels = 4

    /// Returns nil unless the program copies an image whose channels are stored in the same order as the result's.
    init?(_ program: Program, _ layout: KernelLayout, processor: TargetProcessor) {
        // A copy is named after what it replaces, such as a clamped image.
        var unnamed = program
        unnamed.name = CopyKernel.program.name
        guard ProgramKey(unnamed) == Self.copy, let image = layout.images.first, image.isAligned,
            image.format != layout.output, Self.formats.isSuperset(of: [image.format, layout.output])
        else { return nil }
        let hasFusedMultiply = processor.instructions.hasFusedMultiply
        from = PixelEmitter(format: image.format, hasFusedMultiply: hasFusedMultiply)
        to = PixelEmitter(format: layout.output, hasFusedMultiply: hasFusedMultiply)
        writer = FunctionWriter(lanes: processor.lanes)
        // A block is as many channels as a register's pixels.
        stores = StreamingStores(
            elementBytes: to.bytes / Self.channels, count: processor.lanes, instructions: processor.instructions,
            isRequested: "%streams")
    }

    /// The number of pixels in a block. Tiles of enlarged images read rows of a few pixels, so it matters that this is
    /// less than in a kernel's blocks.
    var minimumWidth: Int { writer.lanes / Self.channels }

    private static let copy = ProgramKey(CopyKernel.program)

    /// Emits the function's body. It copies `%count` pixels, at least `minimumWidth`.
    func write() {
        let count = writer.value("shl nsw i64 %count, 2")
        let last = writer.value("sub nsw i64 \(count), \(writer.lanes)")
        let firstStep = stores?.firstStep("%to", writer) ?? "\(writer.lanes)"
        writer.jump("copy")
        writer.start("copy")
        writer.line("%at = phi i64 [ 0, %entry ], [ %next, %copied ]")
        writer.line("%step = phi i64 [ \(firstStep), %entry ], [ \(writer.lanes), %copied ]")
        func place(_ start: String, _ code: PixelEmitter) -> String {
            let bytes = writer.value("mul nsw i64 %at, \(code.bytes / Self.channels)")
            return writer.value("getelementptr i8, ptr \(start), i64 \(bytes)")
        }
        let given = writer.value("load \(writer.vector(from.channel)), ptr \(place("%from", from)), align 1")
        var result = to.stored(from.float(fromChannel: given, writer), writer)
        if to.format.component == .uint8 {
            result = writer.value("trunc \(writer.vector("i32")) \(result) to \(writer.vector(to.channel))")
        }
        StreamingStores.store(writer.vector(to.channel), result, at: place("%to", to), by: stores, writer)
        writer.start("copied")
        writer.nextBlock(step: "%step", last: last, loop: "copy", end: "done")
        writer.start("done")
        writer.end("ret void")
    }
}
