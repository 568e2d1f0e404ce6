import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

/// Writes a validated program as LLVM text for devices: a kernel that computes one pixel a call, without vectors.
///
/// The kernel reads its parameters from a block that `ParameterBlockLayout` describes. Control flow is branches, and
/// every float operation is LLVM's exact one, so that results equal the interpreter's in every bit, except the payload
/// and the sign of a NaN.
///
/// Every memory access is to a field of the block, to a pixel whose column and row were compared with the numbers of
/// readable ones, to an array's element with a clamped index, to the pixel of the result, or to the fault word.
struct DeviceKernelEmitter {
    /// The version of the emitter. Increase it whenever the code for a program changes, to invalidate cached code.
    static let version = 6
    /// Maximum size of a pixel's arrays in bytes. A device reserves this memory for all pixels that it computes at a
    /// time, of which there may be 300,000.
    static let arrayLimit = 16 << 10
    /// Maximum number of instructions that sample an image for which its sampling function is inlined.
    static let maximumInlinedSamples = 16
    /// A pixel in a loop reads the fault word after so many iterations, a power of two.
    static let stepsBetweenFaultChecks = 1024

    let program: Program
    let layout: KernelLayout
    let target: DeviceCodeTarget
    let block: ParameterBlockLayout
    let samplingCounts: [Int]
    /// How the pixels of each image, and of the result, are accessed.
    let imageCodings: [DevicePixelCoding]
    private let outputCoding: DevicePixelCoding
    private let packing: ChannelCode

    /// The writer of the kernel function.
    let writer = FunctionWriter(lanes: 1)
    /// Definitions of the functions that the kernel calls, by name.
    var functions: [String: String] = [:]
    var declarations: Set<String> = []

    /// For each register, its value, or the stack slot that contains it.
    var values: [CodeValue?]
    var slots: [String?]
    var arraySlots: [String] = []
    /// The basic block at the end of each enclosing block, by the block's label.
    var labels: [Int: String] = [:]

    /// The pixel's position in working space (i64), and its centre as doubles.
    var column = ""
    var row = ""
    var columnCenter = ""
    var rowCenter = ""
    /// The maximum number of loop iterations (i32), and the slot with the number of those so far. Empty if there are no
    /// loops.
    var budget = ""
    var stepsSlot = ""
    /// The address of the fault word.
    var fault = ""
    /// The pixel's number in the region, by which it is reported in that word.
    var number = ""

    /// Throws `EmissionError` if the program can't be compiled for devices.
    ///
    /// - Parameter program: A program without transcendental functions, see `Program.expandingTranscendentals`.
    init(_ program: Program, layout: KernelLayout, target: DeviceCodeTarget) throws(EmissionError) {
        (self.program, self.layout, self.target) = (program, layout, target)
        block = ParameterBlockLayout(program)
        samplingCounts = program.samplingCounts
        imageCodings = try layout.images.map { image throws(EmissionError) in try Self.coding(image.format) }
        outputCoding = try Self.coding(layout.output)
        guard let packing = outputCoding.packing else { throw .unsupportedDeviceFormat(layout.output.name) }
        self.packing = packing
        values = Array(repeating: nil, count: program.registers.count)
        slots = Array(repeating: nil, count: program.registers.count)
        guard layout.images.count == program.samplerCount else {
            throw .invalidProgram("the layout has \(layout.images.count) images")
        }
        guard program.outputs.count == (program.kind == .warp ? 2 : 4) else {
            throw .invalidProgram("it has \(program.outputs.count) results")
        }
        var bytes = 0
        for array in program.arrays {
            guard array.count > 0 else { throw .invalidProgram("an array is empty") }
            bytes = min(bytes + 4 * min(array.count, 16 * Self.arrayLimit), 16 * Self.arrayLimit)
        }
        guard bytes <= Self.arrayLimit else { throw .arraysTooLarge(needed: bytes, limit: Self.arrayLimit) }
        let registers = try StackRegisters(program)
        for (index, info) in program.registers.enumerated() where registers.needsSlot[index] {
            slots[index] = writer.slot(typeText(info.type))
        }
        for array in program.arrays { arraySlots.append(writer.slot("[\(array.count) x \(elementType(array.type))]")) }
    }

    private static func coding(_ format: PixelFormat) throws(EmissionError) -> DevicePixelCoding {
        guard let coding = DevicePixelCoding(format) else { throw .unsupportedDeviceFormat(format.name) }
        return coding
    }

    /// Returns the module's text.
    mutating func text() throws(EmissionError) -> String {
        try writePixel()
        let entry = target.entryPoint()
        var text = ""
        for function in functions.sorted(by: { $0.key < $1.key }) { text += function.value }
        text += "define internal void @pixel(\(DeviceCodeTarget.block), i32 %column, i32 %row) #1 {\n"
        text += writer.text + "}\n" + entry.definition
        let declarations = declarations.union(writer.declarations).union(entry.declarations)
        for declaration in declarations.sorted() { text += declaration + "\n" }
        text += "attributes #0 = { nounwind \"no-builtins\" }\n"
        text += "attributes #1 = { alwaysinline nounwind \"no-builtins\" }\n"
        text += writer.tableDefinitions + "!0 = !{}\n"
        return text
    }

    // MARK: The function

    private mutating func writePixel() throws(EmissionError) {
        let (width, height) = (writer.blockField("i64", .width), writer.blockField("i64", .height))
        let (wideColumn, wideRow) = (
            writer.value("zext i32 %column to i64"), writer.value("zext i32 %row to i64")
        )
        let isInColumns = writer.value("icmp ult i64 \(wideColumn), \(width)")
        let isInRows = writer.value("icmp ult i64 \(wideRow), \(height)")
        let isInside = writer.value("and i1 \(isInColumns), \(isInRows)")
        writer.branch(isInside, "pixel", "done")
        writer.start("pixel")
        let address = writer.blockField("i64", .fault)
        fault = writer.value("inttoptr i64 \(address) to \(FunctionWriter.devicePointer)")
        // After a stop, the rest of the work ends soon.
        writer.branch(writer.value("icmp eq i32 \(faultWord), 0"), "done", "working", expect: false)
        writer.start("working")
        column = writer.value("add i64 \(writer.blockField("i64", .x)), \(wideColumn)")
        row = writer.value("add i64 \(writer.blockField("i64", .y)), \(wideRow)")
        columnCenter = center(column)
        rowCenter = center(row)
        if program.hasLoops { prepareLoops(column: wideColumn, row: wideRow, width: width) }
        for (index, info) in program.registers.enumerated() {
            guard let slot = slots[index] else { continue }
            writer.line("store \(typeText(info.type)) zeroinitializer, ptr \(slot)")
        }
        for index in program.arrays.indices { clearArray(index) }
        for instruction in program.prologue { try write(instruction) }
        try writeList(program.body, end: "results")
        writer.start("results")
        try writeResult(column: wideColumn, row: wideRow)
        writer.jump("done")
        if program.hasLoops { writeOverrun() }
        writer.start("done")
        writer.end("ret void")
    }

    private func center(_ place: String) -> String {
        let number = writer.value("sitofp i64 \(place) to double")
        return writer.value("fadd double \(number), \(FunctionWriter.double(0.5))")
    }

    private mutating func writeResult(column: String, row: String) throws(EmissionError) {
        let base = writer.blockField("i64", .output)
        let rowBytes = writer.value("mul i64 \(row), \(writer.blockField("i64", .outputBytesPerRow))")
        let columnBytes = writer.value("shl i64 \(column), \(outputCoding.sizeExponent)")
        let start = writer.value("add i64 \(base), \(rowBytes)")
        let address = writer.value("add i64 \(start), \(columnBytes)")
        var color = "zeroinitializer"
        for (index, output) in program.outputs.enumerated() {
            let value = try read(output)
            guard value.type == .float else { throw .invalidProgram("a result is not a float") }
            color = writer.value("insertelement <4 x float> \(color), float \(value.name), i64 \(index)")
        }
        DevicePixelEmitter(writer: writer, coding: outputCoding).store(color, address, packing: packing)
    }
}
