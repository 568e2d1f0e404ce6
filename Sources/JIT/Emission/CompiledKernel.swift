import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

/// A kernel as machine code. Thread-safe, because each run has a separate frame.
///
/// This is the only place that fills in the frame. Generated code computes all addresses from the frame, and stays
/// inside the views that the frame describes.
final class CompiledKernel: PreparedKernel {
    private let program: Program
    private let layout: KernelLayout
    let frame: KernelFrame
    private let code: MachineCode
    let function: GeneratedFunction
    private let stepBudget: Int
    private let memory: KernelMemoryPool
    private let hasLoops: Bool
    private let instructionCount: Int
    /// Maximum work of one call, in instructions times pixels.
    private let maximumWork: Int
    /// The type of each parameter's components.
    private let parameterTypes: [ScalarType]
    /// Nil if opaque pixels aren't looked up in tables.
    let tables: ChannelTables?
    /// The images that are read from a `RowTable` if they have one short row.
    private let tabulatedImages: [Int]
    /// The last tables that depend on arguments only.
    let lastTables = Mutex<KnownTables?>(nil)
    /// Whether pixels of two pictures are looked up in tables.
    let hasPairTables: Bool
    /// The last tables for two pictures.
    let pairTables = Mutex(PairTablesState())

    /// Exclusive limit of columns, rows and bytes per row, so that they fit the integers that the code computes with.
    private static let numberLimit = 1 << 29

    /// Exclusive limit of positions and distances whose sums are exact as floats.
    private static let nearLimit = 0x1p22

    /// Throws `ObjectFileError` if the code has no function `kernel`.
    init(
        _ program: Program, layout: KernelLayout, processor: TargetProcessor, tier: CodeTier, code: MachineCode,
        stepBudget: Int
    ) throws {
        (self.program, self.layout, self.code) = (program, layout, code)
        frame = KernelFrame(program, lanes: tier.lanes(processor))
        let isOptimized = tier == .optimized
        tables = isOptimized ? ChannelTables(program, layout, processor) : nil
        hasPairTables = isOptimized && PairTables(program, layout, processor) != nil
        tabulatedImages = isOptimized ? RowTable.images(program, layout, processor) : []
        maximumWork = isOptimized ? Self.maximumWork : Self.maximumWork / Self.baselineSlowdown
        function = try code.function(named: "kernel")
        self.stepBudget = stepBudget
        hasLoops = !DivergentLoops(program).areDivergent.isEmpty
        var count = 0
        program.forEachInstruction { count += $0.opcode.isTranscendental ? KernelGenerator.maximumExpansion : 1 }
        instructionCount = count
        parameterTypes = program.parameters.map(\.type.scalarType)
        memory = KernelMemoryPool()
    }

    /// Returns a number of bytes, rounded up to the alignment of memory.
    private static func aligned(_ byteCount: Int) -> Int {
        (byteCount + KernelMemoryPool.alignment - 1) / KernelMemoryPool.alignment * KernelMemoryPool.alignment
    }

    /// Computes the pixels of `region`. Throws `KernelRunError` like the interpreter, or `CompiledKernelError`.
    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        try program.validateCall(arguments, images, region, output)
        guard output.format == layout.output else { throw CompiledKernelError.wrongOutputFormat(kernel: program.name) }
        if region.isEmpty { return }
        // Use the stack, since an array would cost an allocation per tile.
        try withUnsafeTemporaryAllocation(of: SamplerGeometry.self, capacity: images.count) { geometries in
            for index in images.indices { geometries.initializeElement(at: index, to: SamplerGeometry(images[index])) }
            defer { geometries.deinitialize() }
            for index in images.indices {
                try check(images[index], geometries[index], layout.images[index], index)
            }
            try run(arguments, images, UnsafeBufferPointer(geometries), region, output)
        }
        withExtendedLifetime((images, output, code)) {}
    }

    private func run(
        _ arguments: KernelArguments, _ images: [SamplerBinding], _ geometries: UnsafeBufferPointer<SamplerGeometry>,
        _ region: PixelRect, _ output: PixelView
    ) throws {
        // Arrays or tables start after the frame.
        let frameByteCount = Self.aligned(frame.byteCount)
        let scratchOffset = frame.scratchByteCount == 0 ? nil : frameByteCount
        let hasTables = tables != nil && region.area >= ChannelTables.minimumPixels
        // Kernels with tables have no arrays.
        let firstByteCount = hasTables ? TableMemory.byteCount : frame.scratchByteCount
        let rowTables = tabulatedImages.filter {
            RowTable.isWorthwhile(for: geometries[$0].readable, region: region)
        }
        let extraByteCount = Self.aligned(firstByteCount) + rowTables.count * RowTable.byteCount
        let meter = WorkMeter.current
        try memory.withMemory(byteCount: frameByteCount + extraByteCount) { base in
            base.initializeMemory(as: UInt8.self, repeating: 0, count: frame.byteCount)
            fillInputs(base, arguments, geometries)
            let pairs = try tabulatedPairs(base, arguments, images, geometries, region)
            defer { withExtendedLifetime(pairs) {} }
            store(pairs?.address ?? 0, base, at: KernelFrame.Field.pairs.offset)
            fill(base, output, scratchOffset.map { base + $0 }, meter)
            let step = output.bytesPerRow < 0 && !hasLoops ? -1 : 1
            for index in images.indices {
                let image = base + frame.offset(ofImage: index)
                fill(base, image: image, images[index], geometries[index], rowStep: step)
            }
            for (number, index) in rowTables.enumerated() {
                let table = base + frameByteCount + Self.aligned(firstByteCount) + number * RowTable.byteCount
                let readable = geometries[index].readable
                RowTable.fill(
                    table, with: images[index].pixels.pixel(readable.x, readable.y), count: readable.width)
                let offset = frame.offset(ofImage: index) + KernelFrame.ImageField.rowTable.offset
                store(Int(bitPattern: table), base, at: offset)
            }
            if hasTables, let picture = tables?.picture {
                fillTables(base, TableMemory(start: base + frameByteCount), arguments)
                let image = base + frame.offset(ofImage: picture)
                fill(base, image: image, images[picture], geometries[picture], rowStep: step)
                store(output.bytesPerRow, base, at: KernelFrame.Field.outputBytesPerRow.offset)
            }
            if StreamingStores.areWorthwhile(in: output, region: region) {
                store(1, base, at: KernelFrame.Field.streams.offset)
            }
            let height = rowsAtOnce(region.width)
            let count = (region.height + height - 1) / height
            for number in 0..<count {
                try meter?.check()
                // In the order in which the code computes rows.
                let index = step < 0 ? count - 1 - number : number
                let rows = PixelRect(x: region.x, y: region.y + index * height, width: region.width, height: height)
                fill(base, rows.intersection(region), output)
                try run(base, meter)
            }
        }
        withExtendedLifetime(meter) {}
    }

    /// Runs the code for the part of the region that the frame describes.
    private func run(_ base: UnsafeMutableRawPointer, _ meter: WorkMeter?) throws {
        if let meter, hasLoops { store(meter.stepsLeft, base, at: KernelFrame.Field.stepsLeft.offset) }
        let status = function(base)
        if let meter, hasLoops {
            meter.spend(integer(base, .stepsDone))
            // Stopping a rendering also makes the code report an exceeded budget, so check for that first.
            if status == 1 { try meter.check() }
        }
        switch status {
        case 0: return
        case 1:
            throw KernelRunError.stepBudgetExceeded(
                kernel: program.name, file: program.source.file, x: integer(base, .overrunX),
                y: integer(base, .overrunY), budget: stepBudget)
        default:
            try meter?.check()
            throw CompiledKernelError.stopped(kernel: program.name)
        }
    }

    /// Returns the number of rows that one call of the code computes: without loops, as many as take a few
    /// milliseconds. Loops check for stopping themselves.
    private func rowsAtOnce(_ width: Int) -> Int { max(1, maximumWork / max(1, width * instructionCount)) }

    /// Maximum work of one call of optimised code, in instructions times pixels.
    private static let maximumWork = 1 << 26
    /// How many times as long baseline code takes, at most.
    private static let baselineSlowdown = 16

    /// Checks that an image has the layout that the code was generated for.
    private func check(
        _ image: SamplerBinding, _ geometry: SamplerGeometry, _ layout: ImageLayout, _ index: Int
    ) throws(CompiledKernelError) {
        guard image.pixels.format == layout.format, image.interpolation == layout.interpolation,
            image.wrap == layout.wrap, !layout.isAligned || image.transform.movesByWholePixels
        else { throw .wrongImage(kernel: program.name, image: index) }
        guard max(geometry.readable.width, geometry.readable.height) < Self.numberLimit,
            abs(image.pixels.bytesPerRow) < Self.numberLimit
        else { throw .imageTooLarge(kernel: program.name, image: index) }
    }

    // MARK: The frame

    func store(_ value: Int, _ base: UnsafeMutableRawPointer, at offset: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Int.self)
    }

    private func integer(_ base: UnsafeMutableRawPointer, _ field: KernelFrame.Field) -> Int {
        base.load(fromByteOffset: field.offset, as: Int.self)
    }

    private func fill(
        _ base: UnsafeMutableRawPointer, _ output: PixelView, _ scratch: UnsafeMutableRawPointer?, _ meter: WorkMeter?
    ) {
        func set(_ field: KernelFrame.Field, _ value: Int) { store(value, base, at: field.offset) }
        set(.outputBytesPerRow, output.bytesPerRow)
        set(.stepBudget, stepBudget)
        set(.scratch, Int(bitPattern: scratch))
        set(.stop, Int(bitPattern: meter?.codeFlag ?? WorkMeter.loweredCodeFlag))
        set(.stepsLeft, .max)
    }

    private func fill(_ base: UnsafeMutableRawPointer, _ part: PixelRect, _ output: PixelView) {
        func set(_ field: KernelFrame.Field, _ value: Int) { store(value, base, at: field.offset) }
        set(.x, part.x)
        set(.y, part.y)
        set(.width, part.width)
        set(.height, part.height)
        set(.output, Int(bitPattern: output.pixel(part.x, part.y)))
    }

    private func fillInputs(
        _ base: UnsafeMutableRawPointer, _ arguments: KernelArguments,
        _ geometries: UnsafeBufferPointer<SamplerGeometry>
    ) {
        for (index, input) in frame.inputs.enumerated() {
            let bits: UInt32
            switch input {
            case .argument(let parameter, let component):
                let value = arguments.components[parameter][component]
                switch parameterTypes[parameter] {
                case .float: bits = value.bitPattern
                case .int: bits = UInt32(bitPattern: Int32(saturating: value))
                case .bool: bits = value != 0 ? 1 : 0
                }
            case .attribute(let image, let attribute): bits = geometries[image].attribute(attribute).bitPattern
            }
            base.storeBytes(of: bits, toByteOffset: KernelFrame.offset(ofInput: index), as: UInt32.self)
        }
    }

    private func fill(
        _ frame: UnsafeMutableRawPointer, image base: UnsafeMutableRawPointer, _ image: SamplerBinding,
        _ geometry: SamplerGeometry, rowStep: Int
    ) {
        func set(_ field: KernelFrame.ImageField, _ value: Int) { store(value, base, at: field.offset) }
        func set(_ field: KernelFrame.ImageField, _ value: Double) {
            base.storeBytes(of: value, toByteOffset: field.offset, as: Double.self)
        }
        let (readable, rect) = (geometry.readable, geometry.rect)
        if readable.isEmpty {
            // Lanes whose positions are outside read pixel (0, 0) and ignore it, so it must be in readable memory.
            set(.base, Int(bitPattern: frame + KernelFrame.Field.zeros0.offset))
        } else {
            set(.base, Int(bitPattern: image.pixels.pixel(readable.x, readable.y)))
            set(.bytesPerRow, image.pixels.bytesPerRow)
            set(.bytesAhead, 4 * rowStep * image.pixels.bytesPerRow)
        }
        set(.columns, readable.width)
        set(.rows, readable.height)
        // Keep the numbers small. The result is the same for any edge that is several pixels outside the readable part.
        set(.left, max(rect.x - readable.x, -4))
        set(.right, min(rect.maxX - 1 - readable.x, readable.width + 3))
        set(.bottom, max(rect.y - readable.y, -4))
        set(.top, min(rect.maxY - 1 - readable.y, readable.height + 3))
        let t = image.transform
        let place = Self.place(of: image)
        set(.columnOffset, place.column - readable.x)
        set(.rowOffset, place.row - readable.y)
        set(.a, Double(t.a))
        set(.b, Double(t.b))
        set(.c, Double(t.c))
        set(.d, Double(t.d))
        set(.tx, Double(t.tx))
        set(.ty, Double(t.ty))
        set(.scaleX, Double(geometry.scaleX))
        set(.scaleY, Double(geometry.scaleY))
        set(.originX, Double(geometry.originX))
        set(.originY, Double(geometry.originY))
        let span = readable.height * abs(image.pixels.bytesPerRow)
        let isSmall = !readable.isEmpty && span <= Int(Int32.max)
        set(.innerColumns, isSmall ? readable.width - 1 : 0)
        set(.innerRows, isSmall ? readable.height - 1 : 0)
        set(.isIdentity, t.isIdentity ? 1 : 0)
        let (horizontal, vertical) = (geometry.horizontal, geometry.vertical)
        set(.isNear, Self.isNear(horizontal, t.tx) && Self.isNear(vertical, t.ty) ? 1 : 0)
        set(.isHalved, t.halvesColumns ? 1 : 0)
        set(.lowX, horizontal.low)
        set(.highX, horizontal.high)
        set(.baseX, horizontal.base)
        set(.lowY, vertical.low)
        set(.highY, vertical.high)
        set(.baseY, vertical.base)
    }

    private static func isNear(_ axis: SamplerAxis, _ distance: CGFloat) -> Bool {
        abs(axis.low) < nearLimit && abs(axis.high) < nearLimit && abs(Double(distance)) < nearLimit
    }

    /// Returns the pixel of an aligned image that is read for the result's pixel (0, 0).
    static func place(of image: SamplerBinding) -> (column: Int, row: Int) {
        (wholePixels(image.transform.tx), wholePixels(image.transform.ty))
    }

    /// Returns a distance in pixels, clamped. The result doesn't matter beyond the limit, where it leads outside every
    /// image.
    private static func wholePixels(_ distance: Double) -> Int {
        let limit = Double(8 * PixelRect.coordinateLimit)
        return distance.isNaN ? 0 : Int(min(max(distance, -limit), limit))
    }
}

extension CGAffineTransform {
    /// Whether the transform is a translation by whole numbers.
    fileprivate var movesByWholePixels: Bool {
        a == 1 && b == 0 && c == 0 && d == 1 && tx.isFinite && ty.isFinite && tx == tx.rounded() && ty == ty.rounded()
    }
}

extension CGAffineTransform {
    /// Whether the transform halves the columns, and the pixels of a row are at positions that are exact as doubles and
    /// as multiples of 2⁻²² of a column.
    fileprivate var halvesColumns: Bool {
        a == 0.5 && b == 0 && c == 0 && d.isFinite && ty.isFinite && abs(tx) < 0x1p22 && tx * 8 == (tx * 8).rounded()
    }
}

/// The reason why a compiled kernel refused or ended a call.
enum CompiledKernelError: Error, Sendable, Hashable {
    /// The format of the output is not the one that the kernel was prepared for.
    case wrongOutputFormat(kernel: String)
    /// An image's format, interpolation, wrap mode or transform is not what the kernel was prepared for.
    case wrongImage(kernel: String, image: Int)
    /// An image has at least 2²⁹ columns, rows or bytes per row.
    case imageTooLarge(kernel: String, image: Int)
    /// The code was stopped before its region was computed.
    case stopped(kernel: String)
}

extension CompiledKernelError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    var description: String {
        switch self {
        case .wrongOutputFormat(let kernel):
            "kernel '\(kernel)': the result has another format than the kernel was prepared for; prepare it for this format"
        case .wrongImage(let kernel, let image):
            "kernel '\(kernel)': image \(image) is not of the kind that the kernel was prepared for; prepare it for this image"
        case .imageTooLarge(let kernel, let image):
            "kernel '\(kernel)': image \(image) has 2²⁹ or more columns, rows or bytes per row; render it in parts"
        case .stopped(let kernel): "kernel '\(kernel)' was stopped before its pixels were computed"
        }
    }

    /// The same text as `description`.
    var errorDescription: String? { description }
}
