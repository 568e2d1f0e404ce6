import ImageGraph
import KernelLanguage
import Pixels

/// Emits the function that copies rows of floats to halves, or the other way round, without taking pixels apart.
///
/// Results equal those of `PixelEmitter` in every bit.
struct CopyEmitter {
    let writer: FunctionWriter
    private let from: PixelEmitter
    private let to: PixelEmitter

    static let name = "copyRow"
    static let parameters = "ptr %from, ptr %to, i64 %count"

    /// Returns nil unless the program copies an image whose channels are stored in the same order as the result's.
    init?(_ program: Program, _ layout: KernelLayout, hasFusedMultiply: Bool, lanes: Int) {
        let formats: Set = [PixelFormat.RGBAf, .RGBAh]
        guard ProgramKey(program) == Self.copy, let image = layout.images.first, image.isAligned,
            formats == [image.format, layout.output]
        else { return nil }
        from = PixelEmitter(format: image.format, hasFusedMultiply: hasFusedMultiply)
        to = PixelEmitter(format: layout.output, hasFusedMultiply: hasFusedMultiply)
        writer = FunctionWriter(lanes: lanes)
    }

    private static let copy = ProgramKey(CopyKernel.program)

    /// Emits the function's body. It copies `%count` pixels, at least one block of them.
    func write() {
        let channels = 4
        let count = writer.value("shl nsw i64 %count, 2")
        let last = writer.value("sub nsw i64 \(count), \(writer.lanes)")
        writer.jump("copy")
        writer.start("copy")
        writer.line("%at = phi i64 [ 0, %entry ], [ %next, %copy ]")
        func place(_ start: String, _ code: PixelEmitter) -> String {
            let bytes = writer.value("mul nsw i64 %at, \(code.bytes / channels)")
            return writer.value("getelementptr i8, ptr \(start), i64 \(bytes)")
        }
        let stored = writer.value("load \(writer.vector(from.channel)), ptr \(place("%from", from)), align 1")
        let result = to.stored(from.float(fromChannel: stored, writer), writer)
        writer.line("store \(writer.vector(to.channel)) \(result), ptr \(place("%to", to)), align 1")
        let isLast = writer.value("icmp sge i64 %at, \(last)")
        let stepped = writer.value("add nsw i64 %at, \(writer.lanes)")
        // The last block is moved left to end with the last pixel.
        let next = writer.call("llvm.smin.i64", "i64", [("i64", stepped), ("i64", last)])
        writer.line("%next = add i64 \(next), 0")
        writer.branch(isLast, "done", "copy")
        writer.start("done")
        writer.end("ret void")
    }
}
