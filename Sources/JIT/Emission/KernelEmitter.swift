import ImageGraph
import KernelLanguage
import Pixels

/// Writes a validated program as LLVM text with explicit vectors.
///
/// The text has one entry point, `i32 @kernel(ptr frame)`, which computes a region of pixels. It processes the region
/// row by row, in blocks of `lanes` neighbouring pixels. The last block of a row is moved left to end at the region's
/// edge, since computing a pixel twice gives the same result. In a region narrower than a block, the surplus lanes
/// repeat the last pixel. So every lane always has a valid pixel, and only the final store distinguishes the cases.
///
/// Uniform values are scalars, and uniform branches and loops are real branches and loops. Under varying control flow,
/// a mask marks the active pixels, and code that no pixel of a block executes is skipped.
struct KernelEmitter {
    /// The version of the emitter. Increase it whenever the code for a program changes, to invalidate cached code.
    ///
    /// The key of cached code describes the program before transcendental functions are expanded. So it must also be
    /// increased when an expansion changes.
    static let version = 28

    /// Whether kernels can read and write a format on a processor.
    static func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool {
        format.component != .float16 || processor.instructions.hasHalfConversion
    }

    let program: Program
    let layout: KernelLayout
    let processor: TargetProcessor
    /// Whether the text is for LLVM's optimiser, or as short as possible.
    let tier: CodeTier
    let frame: KernelFrame
    let lanes: Int
    /// Whether the processor has fused multiply-add instructions.
    let hasFusedMultiply: Bool
    let stackRegisters: StackRegisters
    let divergentLoops: DivergentLoops
    /// For each image, the number of instructions that sample it at points that the program computes.
    let samplingCounts: [Int]
    /// Maximum number of sampling instructions of an image for which its sampling function is inlined.
    static let maximumInlinedSamples = 16

    /// The writer of the kernel function.
    let writer: FunctionWriter
    /// Definitions of the functions that the kernel calls, by name.
    var functions: [String: String] = [:]
    var declarations: Set<String> = []

    /// For each register, its value, or the stack slot that contains it.
    var values: [CodeValue?]
    var slots: [String?]
    var arraySlots: [String] = []
    /// Registers that are known to hold a coordinate at a fixed distance from the current pixel.
    var displacements: [Int: Displacement] = [:]
    /// The pixels that the program is known to read. Nil if a second version of the code isn't worthwhile.
    let neighbourhood: KernelNeighbourhood?
    /// The program as arithmetic on bytes. Nil if it has no such form.
    let bytes: ByteProgram?
    /// The picture whose opaque pixels can be looked up in tables. Nil if there is none.
    let tables: ChannelTables?
    /// Whether pixels of two pictures can be looked up in tables.
    let hasPairTables: Bool
    /// Whether the code being emitted is the version for blocks whose known pixels are all readable.
    var isInterior = false

    /// The slot with the mask of active pixels. The mask is valid even where all pixels are known to be active.
    var activeSlot = ""
    /// The slots with the steps charged to all pixels (i64) and to each pixel (vector of i32). Empty if there are no
    /// loops.
    var commonStepsSlot = ""
    var stepsSlot = ""
    var overrunSlot = ""
    /// The slot with the total steps of all pixels in finished blocks (i64).
    var doneStepsSlot = ""
    var budget = ""
    /// Values of frame fields that only loops need.
    var stop = ""
    var stepsLeft = ""
    /// The block's first column and its row as integers, their pixel centres as doubles, and the lanes' distances from
    /// the first column as integers and as doubles.
    var column = ""
    var row = ""
    var columnCenter = ""
    var rowCenter = ""
    var laneIndices = ""
    var laneDistances = ""
    /// The distance in bytes between the channels of a row of the result. Empty unless its format is planar.
    var planeBytes = ""
    /// The i1 that says whether the region is at least as wide as a block.
    var isWide = ""
    /// The i1 that says whether results are written past the caches where that is possible.
    var streamsResults = ""
    /// The stores that write large results past the caches. Nil if there are none.
    var streamingStores: StreamingStores?

    /// Number of varying branches and loops around the code that is being emitted.
    var divergenceDepth = 0
    /// Labels that some pixels may wait for at this point.
    var waiting: Set<Int> = []
    /// Labels of enclosing blocks to which pixels have exited from the current branch or block under a mask.
    var exited: Set<Int> = []
    var labels: [Int: Label] = [:]
    var loopIndex = 0

    struct Label {
        /// The basic block at the end of the block.
        var end: String
        /// The slot with the mask of the pixels that wait there.
        var waitingSlot: String
    }

    /// Maximum memory for a kernel's arrays, in bytes per thread.
    private static let arrayLimit = 16 << 20

    /// Throws `EmissionError` if the program can't be compiled to machine code.
    init(
        _ program: Program, layout: KernelLayout, processor: TargetProcessor, tier: CodeTier = .optimized
    ) throws(EmissionError) {
        let isOptimized = tier == .optimized
        let program = isOptimized ? InstructionOrder.reordered(program, for: processor) : program
        (self.program, self.layout, self.processor, self.tier) = (program, layout, processor, tier)
        lanes = tier.lanes(processor)
        hasFusedMultiply = processor.instructions.hasFusedMultiply
        frame = KernelFrame(program, lanes: lanes)
        stackRegisters = try StackRegisters(program)
        divergentLoops = DivergentLoops(program)
        samplingCounts = program.samplingCounts
        bytes = isOptimized ? ByteProgram(program, layout) : nil
        // With a program on bytes, blocks are only computed at borders.
        neighbourhood =
            layout.images.count == program.samplerCount && isOptimized && bytes == nil
            ? KernelNeighbourhood(program, layout) : nil
        tables = isOptimized ? ChannelTables(program, layout, processor) : nil
        hasPairTables = isOptimized && PairTables(program, layout, processor) != nil
        writer = FunctionWriter(lanes: lanes)
        values = Array(repeating: nil, count: program.registers.count)
        slots = Array(repeating: nil, count: program.registers.count)
        guard layout.images.count == program.samplerCount else {
            throw .invalidProgram("the layout has \(layout.images.count) images")
        }
        for format in layout.images.map(\.format) + [layout.output]
        where !Self.supports(format, on: processor) {
            throw .unsupportedProcessor("the conversion of half floats")
        }
        guard program.outputs.count == (program.kind == .warp ? 2 : 4) else {
            throw .invalidProgram("it has \(program.outputs.count) results")
        }
        var bytes = 0
        for array in program.arrays {
            guard array.count > 0 else { throw .invalidProgram("an array is empty") }
            bytes = min(bytes + 4 * lanes * min(array.count, Self.arrayLimit), 16 * Self.arrayLimit)
        }
        guard bytes <= Self.arrayLimit else { throw .arraysTooLarge(needed: bytes, limit: Self.arrayLimit) }
    }

    /// Returns the module's text.
    mutating func text() throws(EmissionError) -> String {
        try writeKernel()
        let declarations = declarations.union(writer.declarations)
        var text = ""
        for function in functions.sorted(by: { $0.key < $1.key }) { text += function.value }
        // Since all of the frame can be read, loads of its fields may be moved out of loops.
        let attributes = "noalias nocapture align 8 dereferenceable(\(frame.byteCount))"
        text += "define i32 @kernel(ptr \(attributes) %frame) #0 {\n" + writer.text + "}\n"
        for declaration in declarations.sorted() { text += declaration + "\n" }
        text += "attributes #0 = { \(processor.instructions.functionAttributes) }\n"
        text += "attributes #1 = { noinline \(processor.instructions.functionAttributes) }\n"
        text += writer.tableDefinitions + "!0 = !{}\n" + StreamingStores.definition
        return text
    }

    /// Returns the emitter for pixels of a format.
    func pixels(_ format: PixelFormat) -> PixelEmitter {
        PixelEmitter(
            format: format, hasFusedMultiply: hasFusedMultiply, transposes: lanes > processor.registerLanes)
    }

    // MARK: The function

    private mutating func writeKernel() throws(EmissionError) {
        let x = frameField("i64", .x)
        let y = frameField("i64", .y)
        let width = frameField("i64", .width)
        let height = frameField("i64", .height)
        let output = frameField("ptr", .output)
        let pitch = frameField("i64", .outputBytesPerRow)
        if layout.output.isPlanar {
            planeBytes = writer.value("sdiv i64 \(pitch), \(layout.output.layout.channelCount)")
        }
        budget = frameField("i64", .stepBudget)
        if !divergentLoops.areDivergent.isEmpty {
            stop = frameField("ptr", .stop)
            stepsLeft = frameField("i64", .stepsLeft)
        }
        let rows = writeRowOrder(y, height, pitch)
        isWide = writer.value("icmp sge i64 \(width), \(lanes)")
        let surplus = writer.value("sub nsw i64 \(width), \(lanes)")
        let distance = writer.value("select i1 \(isWide), i64 \(surplus), i64 0")
        let lastColumn = writer.value("add nsw i64 \(x), \(distance)")
        writeLanes(width)
        try declareSlots()
        for instruction in program.prologue { try write(instruction) }
        streamsResults = writer.value("icmp ne i64 \(frameField("i64", .streams)), 0")
        if tier == .optimized {
            streamingStores = StreamingStores(
                layout.output, lanes: lanes, instructions: processor.instructions, isRequested: streamsResults)
        }
        writer.jump("row")

        writer.start("row")
        row = writer.value("phi i64 [ \(rows.first), %entry ], [ %nextRow, %rowLatch ]")
        let rowNumber = writer.value("sitofp i64 \(row) to double")
        rowCenter = writer.value("fadd double \(rowNumber), \(FunctionWriter.double(0.5))")
        let rowDistance = writer.value("sub nsw i64 \(row), \(y)")
        let rowBytes = writer.value("mul nsw i64 \(rowDistance), \(pitch)")
        let outputRow = writer.value("getelementptr i8, ptr \(output), i64 \(rowBytes)")
        let firstColumn = writeRow(to: outputRow, x: x, width: width, last: lastColumn)
        let firstStep = streamingStores?.firstStep(outputRow, writer)
        writer.jump("firstBlock")
        writer.start("firstBlock")
        writer.jump("block")

        writer.start("block")
        column = writer.value("phi i64 [ \(firstColumn), %firstBlock ], [ %nextColumn, %blockLatch ]")
        let columnNumber = writer.value("sitofp i64 \(column) to double")
        columnCenter = writer.value("fadd double \(columnNumber), \(FunctionWriter.double(0.5))")
        let columnDistance = writer.value("sub nsw i64 \(column), \(x)")
        let columnBytes = writer.value("mul nsw i64 \(columnDistance), \(layout.output.pixelStride)")
        let target = writer.value("getelementptr i8, ptr \(outputRow), i64 \(columnBytes)")
        try writeInterior(to: target)
        try writePixels(end: "results")
        try writeResults(to: target, width: width)

        writer.start("blockLatch")
        let isLast = writer.value("icmp sge i64 \(column), \(lastColumn)")
        let step = firstStep.map { step in
            let isFirst = writer.value("icmp eq i64 \(column), \(x)")
            return writer.value("select i1 \(isFirst), i64 \(step), i64 \(lanes)")
        }
        let stepped = writer.value("add nsw i64 \(column), \(step ?? "\(lanes)")")
        writer.line("%nextColumn = call i64 @llvm.smin.i64(i64 \(stepped), i64 \(lastColumn))")
        declarations.insert("declare i64 @llvm.smin.i64(i64, i64)")
        writer.branch(isLast, "rowLatch", "block")
        writer.start("rowLatch")
        writer.line("%nextRow = add nsw i64 \(row), \(rows.step)")
        let isDone = writer.value("icmp eq i64 %nextRow, \(rows.end)")
        writer.branch(isDone, "done", "row")
        writer.start("done")
        streamingStores?.finish(writer)
        storeDoneSteps()
        writer.end("ret i32 0")
        writeOverrun()
    }

    /// Emits the first row, the one behind the last, and the step from row to row: rows are computed in the order of
    /// their addresses in the result, in which processors prefetch memory best. With loops they are computed from the
    /// lowest row on, as by the interpreter, so that both name the same pixel if one exceeds its budget.
    private func writeRowOrder(
        _ y: String, _ height: String, _ pitch: String
    ) -> (first: String, end: String, step: String) {
        let end = writer.value("add nsw i64 \(y), \(height)")
        guard divergentLoops.areDivergent.isEmpty else { return (y, end, "1") }
        let isReversed = writer.value("icmp slt i64 \(pitch), 0")
        let (last, before) = (writer.value("sub nsw i64 \(end), 1"), writer.value("sub nsw i64 \(y), 1"))
        func select(_ reversed: String, _ other: String) -> String {
            writer.value("select i1 \(isReversed), i64 \(reversed), i64 \(other)")
        }
        return (select(last, y), select(before, end), select("-1", "1"))
    }

    mutating func frameField(_ type: String, _ field: KernelFrame.Field) -> String {
        writer.field(type, at: field.offset, of: "%frame")
    }

    /// Emits the lane numbers. In a narrow region, the surplus lanes repeat the last column.
    private mutating func writeLanes(_ width: String) {
        let numbers = "<\(FunctionWriter.indices(0..<lanes))>"
        let last = writer.value("sub nsw i64 \(width), 1")
        let limit = writer.call("llvm.smin.i64", "i64", [("i64", last), ("i64", "\(lanes)")])
        let limit32 = writer.value("trunc i64 \(limit) to i32")
        let limits = writer.splat(limit32, "i32")
        let type = writer.vector("i32")
        laneIndices = writer.call("llvm.smin.v\(lanes)i32", type, [(type, numbers), (type, limits)])
        laneDistances = writer.value("sitofp \(type) \(laneIndices) to \(writer.vector("double"))")
    }

    private mutating func declareSlots() throws(EmissionError) {
        activeSlot = writer.slot(writer.vector("i1"))
        for (index, info) in program.registers.enumerated() where stackRegisters.needsSlot[index] {
            slots[index] = writer.slot(typeText(info.type, isVector: !info.isUniform))
        }
        for (index, array) in program.arrays.enumerated() {
            if let offset = frame.arrayOffsets[index] {
                let scratch = frameField("ptr", .scratch)
                arraySlots.append(writer.value("getelementptr i8, ptr \(scratch), i64 \(offset)"))
            } else {
                arraySlots.append(writer.slot("[\(array.count) x \(writer.vector(elementType(array.type)))]"))
            }
        }
        if !divergentLoops.areDivergent.isEmpty {
            commonStepsSlot = writer.slot("i64")
            stepsSlot = writer.slot(writer.vector("i32"))
            overrunSlot = writer.slot(writer.vector("i1"))
            doneStepsSlot = writer.slot("i64")
            writer.line("store i64 0, ptr \(doneStepsSlot)")
        }
    }

    /// Returns a register's type in LLVM text.
    func typeText(_ type: ScalarType, isVector: Bool) -> String {
        let scalar =
            switch type {
            case .float: "float"
            case .int: "i32"
            case .bool: "i1"
            }
        return isVector ? writer.vector(scalar) : scalar
    }

    /// Emits a second version of the code, for blocks away from the borders of images, and the branch that selects a
    /// version.
    private mutating func writeInterior(to target: String) throws(EmissionError) {
        guard let neighbourhood else { return }
        let (interior, border) = (writer.newLabel("interior"), writer.newLabel("border"))
        writer.branch(isBlockInterior(neighbourhood), interior, border, expect: true)
        let before = self
        writer.start(interior)
        isInterior = true
        try writePixels(end: "interiorResults")
        let code = pixels(layout.output)
        store(code.pack(try color(), writer), target)
        writer.jump("blockLatch")
        let (functions, declarations) = (functions, declarations)
        self = before
        (self.functions, self.declarations) = (functions, declarations)
        writer.start(border)
    }

    /// Emits all code between the start of a block and its results, which start at the label `end`.
    private mutating func writePixels(end: String) throws(EmissionError) {
        let all = writer.splat(constant: "true", "i1")
        writer.line("store \(writer.vector("i1")) \(all), ptr \(activeSlot)")
        for (index, info) in program.registers.enumerated() {
            guard let slot = slots[index] else { continue }
            writer.line("store \(typeText(info.type, isVector: !info.isUniform)) zeroinitializer, ptr \(slot)")
        }
        if !stepsSlot.isEmpty {
            writer.line("store i64 0, ptr \(commonStepsSlot)")
            writer.line("store \(writer.vector("i32")) zeroinitializer, ptr \(stepsSlot)")
        }
        for index in program.arrays.indices { clearArray(index) }
        try writeList(program.body, end: end)
        writer.start(end)
        countSteps()
    }

    /// Returns the block's results as a colour.
    private mutating func color() throws(EmissionError) -> [String] {
        var color: [String] = []
        for output in program.outputs {
            guard program.registers[output.index].type == .float else {
                throw .invalidProgram("a result is not a float")
            }
            color.append(try vectorName(read(output)))
        }
        let zero = writer.splat(constant: FunctionWriter.float(0), "float")
        while color.count < 4 { color.append(zero) }
        return color
    }

    /// Emits the storing of a whole block.
    private func store(_ raw: PixelEmitter.Raw, _ target: String) {
        let code = pixels(layout.output)
        if let streamingStores, case .words(let words) = raw {
            streamingStores.store(writer.vector("i\(8 * code.bytes)"), words, at: target, writer)
        } else {
            code.store(raw, target, planeBytes: planeBytes, writer)
        }
    }

    private mutating func writeResults(to target: String, width: String) throws(EmissionError) {
        let code = pixels(layout.output)
        let raw = code.pack(try color(), writer)
        writer.branch(isWide, "storeAll", "storeSome", expect: true)
        writer.start("storeAll")
        store(raw, target)
        writer.jump("blockLatch")
        // In a narrow region, store the block to the stack, and copy only the pixels that exist.
        writer.start("storeSome")
        let buffer = writer.slot("[\(lanes * code.bytes) x i8]")
        if layout.output.isPlanar {
            let distance = "\(lanes * layout.output.pixelStride)"
            code.store(raw, buffer, planeBytes: distance, writer)
            writeSomePlanes(from: buffer, planeBytes: distance, to: target, width: width)
            return
        }
        code.store(raw, buffer, writer)
        let count = writer.value("mul nsw i64 \(width), \(code.bytes)")
        writer.jump("copy")
        writer.start("copy")
        writer.line("%copied = phi i64 [ 0, %storeSome ], [ %copiedNext, %copy ]")
        let from = writer.value("getelementptr i8, ptr \(buffer), i64 %copied")
        let byte = writer.value("load i8, ptr \(from), align 1")
        let to = writer.value("getelementptr i8, ptr \(target), i64 %copied")
        writer.line("store i8 \(byte), ptr \(to), align 1")
        writer.line("%copiedNext = add nsw i64 %copied, 1")
        let isDone = writer.value("icmp sge i64 %copiedNext, \(count)")
        writer.branch(isDone, "blockLatch", "copy")
    }

    /// Copies the first `width` pixels of a buffer of planes.
    private mutating func writeSomePlanes(from buffer: String, planeBytes: String, to target: String, width: String) {
        let size = layout.output.pixelStride
        writer.jump("copy")
        writer.start("copy")
        writer.line("%copied = phi i64 [ 0, %storeSome ], [ %copiedNext, %copy ]")
        let byte = writer.value("mul nsw i64 %copied, \(size)")
        for channel in 0..<layout.output.layout.channelCount {
            func place(_ start: String, _ distance: String) -> String {
                let plane = writer.value("mul nsw i64 \(distance), \(channel)")
                let offset = writer.value("add nsw i64 \(plane), \(byte)")
                return writer.value("getelementptr i8, ptr \(start), i64 \(offset)")
            }
            let value = writer.value("load i\(8 * size), ptr \(place(buffer, planeBytes)), align 1")
            writer.line("store i\(8 * size) \(value), ptr \(place(target, self.planeBytes)), align 1")
        }
        writer.line("%copiedNext = add nsw i64 %copied, 1")
        let isDone = writer.value("icmp sge i64 %copiedNext, \(width)")
        writer.branch(isDone, "blockLatch", "copy")
    }

    /// Emits the exits of the function for a pixel over its budget, whose position is stored, and for a rendering
    /// without steps left.
    private mutating func writeOverrun() {
        guard !overrunSlot.isEmpty else { return }
        writer.start("overrun")
        let mask = writer.value("load \(writer.vector("i1")), ptr \(overrunSlot)")
        let bits = writer.value("bitcast \(writer.vector("i1")) \(mask) to i\(lanes)")
        let first = writer.call("llvm.cttz.i\(lanes)", "i\(lanes)", [("i\(lanes)", bits), ("i1", "false")])
        let distance = writer.value("zext i\(lanes) \(first) to i64")
        let x = writer.value("add nsw i64 \(column), \(distance)")
        for (value, field) in [(x, KernelFrame.Field.overrunX), (row, .overrunY)] {
            let place = writer.value("getelementptr i8, ptr %frame, i64 \(field.offset)")
            writer.line("store i64 \(value), ptr \(place), align 8")
        }
        writer.end("ret i32 1")
        writer.start("exhausted")
        storeDoneSteps()
        writer.end("ret i32 2")
    }
}
