import ImageGraph
import KernelLanguage

/// The pixels around the current one that a program is known to read when its code is generated: those at constant
/// whole-pixel distances.
///
/// Blocks whose neighbours are all in memory use a path without bounds checks. This is worthwhile for programs without
/// loops that are short enough to be emitted twice, for the interior and for the borders.
struct KernelNeighbourhood {
    /// The ranges of columns and rows, relative to the current pixel, in which an image is read.
    struct Reach {
        var columns: ClosedRange<Int>
        var rows: ClosedRange<Int>
    }

    /// For each image, the range that is read. Nil if none is known.
    private(set) var reaches: [Reach?]
    /// The distance of each sample, by the register index of its first result.
    private(set) var distances: [Int: (columns: Int, rows: Int)] = [:]

    /// Maximum distance that is tracked, in pixels. Larger distances are treated as unknown.
    private static let maximumDistance = 1024
    /// Maximum number of instructions of a program that is emitted twice.
    private static let maximumInstructions = 1500
    /// Minimum number of samples. For a single sample, testing whole blocks costs no less than its own bounds check.
    private static let minimumSamples = 2

    /// The known value of a temporary.
    private enum Known {
        case constant(Float)
        case coordinate(isRow: Bool, distance: Float)
    }
    private var known: [Int: Known] = [:]

    /// Returns nil if a second version of the code isn't worthwhile.
    init?(_ program: Program, _ layout: KernelLayout) {
        reaches = Array(repeating: nil, count: layout.images.count)
        var count = 0
        for instruction in program.prologue { note(instruction, program, layout) }
        program.forEachInstruction { _ in count += 1 }
        guard count <= Self.maximumInstructions, note(program.body, program, layout),
            distances.count >= Self.minimumSamples
        else { return nil }
    }

    /// Records the samples in a list of statements. Returns false if there is a loop.
    private mutating func note(_ list: [Statement], _ program: Program, _ layout: KernelLayout) -> Bool {
        for statement in list {
            switch statement {
            case .compute(let instruction): note(instruction, program, layout)
            case .branch(_, let then, let otherwise, _):
                guard note(then, program, layout), note(otherwise, program, layout) else { return false }
            case .block(_, let body, _): guard note(body, program, layout) else { return false }
            case .loop: return false
            case .exit: break
            }
        }
        return true
    }

    private mutating func note(_ instruction: Instruction, _ program: Program, _ layout: KernelLayout) {
        let operands = instruction.operands.map { known[$0.index] }
        func set(_ index: Int, _ value: Known?) {
            let register = instruction.results[index].index
            if !program.registers[register].isVariable { known[register] = value }
        }
        switch instruction.opcode {
        case .constantFloat(let value): set(0, .constant(value))
        case .negateFloat: if case .constant(let value) = operands[0] { set(0, .constant(-value)) }
        case .destCoord:
            set(0, .coordinate(isRow: false, distance: 0))
            set(1, .coordinate(isRow: true, distance: 0))
        case .addFloat: set(0, Self.sum(operands[0], operands[1]) ?? Self.sum(operands[1], operands[0]))
        case .subtractFloat:
            if case .constant(let value) = operands[1] { set(0, Self.sum(operands[0], .constant(-value))) }
        case .sampleAtDestination(let image) where layout.images[image].isAligned: add(image, 0, 0)
        case .sampleAtPoint(let image) where layout.images[image].isAligned:
            guard case .coordinate(isRow: false, let x) = operands[0],
                case .coordinate(isRow: true, let y) = operands[1],
                let columns = Self.whole(x), let rows = Self.whole(y)
            else { return }
            add(image, columns, rows)
            distances[instruction.results[0].index] = (columns, rows)
        default: break
        }
    }

    /// Returns the sum of a coordinate of the current pixel's centre and one constant. Further sums are not tracked,
    /// since they may be rounded.
    private static func sum(_ coordinate: Known?, _ constant: Known?) -> Known? {
        guard case .coordinate(let isRow, 0) = coordinate, case .constant(let value) = constant else { return nil }
        return .coordinate(isRow: isRow, distance: value)
    }

    private static func whole(_ distance: Float) -> Int? {
        guard abs(distance) <= Float(maximumDistance), distance == distance.rounded() else { return nil }
        return Int(distance)
    }

    private mutating func add(_ image: Int, _ columns: Int, _ rows: Int) {
        let before = reaches[image]
        reaches[image] = Reach(
            columns: min(
                before?.columns.lowerBound ?? columns, columns)...max(
                    before?.columns.upperBound ?? columns, columns),
            rows: min(before?.rows.lowerBound ?? rows, rows)...max(before?.rows.upperBound ?? rows, rows))
    }
}
