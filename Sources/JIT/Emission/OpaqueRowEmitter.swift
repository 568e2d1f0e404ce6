import ImageGraph
import KernelLanguage
import Pixels

/// Emits the function that divides the opaque pixels at the start of a row by alpha: it converts their bytes to floats
/// or halves, without taking pixels apart.
///
/// Results equal those of `PixelEmitter` and of the division in every bit, since alpha is 1.
struct OpaqueRowEmitter {
    let writer: FunctionWriter
    private let from: PixelEmitter
    private let to: PixelEmitter

    static let name = "convertOpaque"
    static let parameters = "ptr %from, ptr %to, i64 %count"

    private static let inputs: Set = [PixelFormat.RGBA8, .BGRA8]
    private static let outputs: Set = [PixelFormat.RGBAf, .RGBAh]
    private static let channels = 4

    /// Returns nil unless the program divides an image by alpha.
    init?(_ program: Program, _ layout: KernelLayout, processor: TargetProcessor) {
        guard let image = layout.images.first, image.isAligned, Self.inputs.contains(image.format),
            Self.outputs.contains(layout.output), let known = Self.division, ProgramKey(program) == known
        else { return nil }
        let hasFusedMultiply = processor.instructions.hasFusedMultiply
        from = PixelEmitter(format: image.format, hasFusedMultiply: hasFusedMultiply)
        to = PixelEmitter(format: layout.output, hasFusedMultiply: hasFusedMultiply)
        writer = FunctionWriter(lanes: processor.registerLanes)
    }

    private static let division = LowerAlpha.unpremultiplication.map { ProgramKey($0) }

    /// Emits the function's body.
    ///
    /// It converts `%count` pixels, at least one block, up to the first block with a pixel that isn't opaque, and
    /// returns the number of pixels before it.
    func write() {
        let last = writer.value("sub nsw i64 %count, \(writer.lanes)")
        writer.jump("block")
        writer.start("block")
        writer.line("%at = phi i64 [ 0, %entry ], [ %next, %opaque ]")
        let bytes = writer.value("shl nsw i64 %at, 2")
        let source = writer.value("getelementptr i8, ptr %from, i64 \(bytes)")
        let given = writer.value("load \(writer.vector("i32")), ptr \(source), align 1")
        writer.branch(writer.areOpaque(given), "opaque", "some", expect: true)

        writer.start("opaque")
        let first = writer.value("mul nsw i64 %at, \(to.bytes)")
        let target = writer.value("getelementptr i8, ptr %to, i64 \(first)")
        for part in 0..<Self.channels { convert(part, source, target) }
        writer.nextBlock(step: "\(writer.lanes)", last: last, loop: "block", end: "all")
        writer.start("all")
        writer.end("ret i64 %count")
        writer.start("some")
        writer.end("ret i64 %at")
    }

    /// Emits the conversion of a quarter of a block's channels.
    private func convert(_ part: Int, _ source: String, _ target: String) {
        let (given, stored) = (writer.vector(from.channel), writer.vector(to.channel))
        func place(_ start: String, _ code: PixelEmitter) -> String {
            writer.value(
                "getelementptr i8, ptr \(start), i64 \(part * writer.lanes * code.bytes / Self.channels)")
        }
        var bytes = writer.value("load \(given), ptr \(place(source, from)), align 1")
        if from.format.layout == .bgra {
            let order = FunctionWriter.indices((0..<writer.lanes).map { $0 / 4 * 4 + [2, 1, 0, 3][$0 % 4] })
            bytes = writer.value(
                "shufflevector \(given) \(bytes), \(given) poison, <\(writer.lanes) x i32> <\(order)>")
        }
        let result = to.stored(from.float(fromChannel: bytes, writer), writer)
        writer.line("store \(stored) \(result), ptr \(place(target, to)), align 1")
    }
}
