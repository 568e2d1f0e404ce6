import KernelLanguage

/// A value of the generated code: an SSA name or a constant, either the same for all pixels of a block or one per
/// pixel.
struct CodeValue: Hashable {
    /// The name or constant in the LLVM text.
    var name: String
    /// The scalar type.
    var type: ScalarType
    /// Whether there is one value per pixel of the block.
    var isVector: Bool
}

/// Writes one function of LLVM text, instruction by instruction.
///
/// The text before the first block is separate, so that stack slots and splats of constants can be added to it at any
/// time.
final class FunctionWriter {
    /// Number of pixels in a block.
    let lanes: Int
    /// Stack slots and constants, at the start of the function.
    private var head = ""
    /// Everything after the head.
    private var body = ""
    private var nextName = 0
    private var splats: [String: String] = [:]
    /// The tables that the function reads from memory, and their numbers.
    var tables: [LookupTable: Int] = [:]
    /// Declarations of the intrinsics that the function calls.
    private(set) var declarations: Set<String> = []
    /// Whether the current basic block already ends with a terminator.
    private(set) var isTerminated = false

    init(lanes: Int) { self.lanes = lanes }

    /// The function's body, to be put between braces.
    var text: String { "head:\n" + head + "  br label %entry\nentry:\n" + body }

    /// Returns an unused name.
    func fresh(_ hint: String = "t") -> String {
        nextName += 1
        return "%\(hint)\(nextName)"
    }

    /// Emits an instruction without a result.
    func line(_ text: String) {
        body += "  "
        body += text
        body += "\n"
    }

    /// Emits an instruction and returns the name of its result.
    func value(_ text: String) -> String {
        let name = fresh()
        body += "  "
        body += name
        body += " = "
        body += text
        body += "\n"
        return name
    }

    /// Allocates a stack slot in the function's head.
    func slot(_ type: String) -> String {
        let name = fresh("s")
        head += "  \(name) = alloca \(type), align 64\n"
        return name
    }

    /// Returns a vector with the same scalar constant in every lane.
    func splat(constant: String, _ type: String) -> String { splat(constant: constant, type, count: lanes) }

    /// Returns a vector of `count` lanes with the same scalar constant.
    func splat(constant: String, _ type: String, count: Int) -> String {
        let key = "\(count) \(type) \(constant)"
        if let name = splats[key] { return name }
        let name = fresh("c")
        head +=
            "  \(name) = shufflevector <1 x \(type)> <\(type) \(constant)>, <1 x \(type)> poison, <\(count) x i32> zeroinitializer\n"
        splats[key] = name
        return name
    }

    /// Returns a vector with the same scalar constant in every lane, as a literal instead of a shared splat.
    ///
    /// LLVM selects instructions per basic block. If an instruction has a special form for a constant, such as a shift
    /// distance, it is only selected for a literal.
    func literal(_ constant: String, _ type: String) -> String {
        "<" + Array(repeating: "\(type) \(constant)", count: lanes).joined(separator: ", ") + ">"
    }

    /// Emits a vector with a scalar value in every lane.
    func splat(_ scalar: String, _ type: String) -> String {
        let first = value("insertelement <\(lanes) x \(type)> poison, \(type) \(scalar), i64 0")
        return value(
            "shufflevector <\(lanes) x \(type)> \(first), <\(lanes) x \(type)> poison, <\(lanes) x i32> zeroinitializer"
        )
    }

    /// Calls an intrinsic and returns the name of its result.
    func call(_ name: String, _ result: String, _ arguments: [(type: String, value: String)]) -> String {
        let types = arguments.map(\.type).joined(separator: ", ")
        declarations.insert("declare \(result) @\(name)(\(types))")
        let list = arguments.map { "\($0.type) \($0.value)" }.joined(separator: ", ")
        return value("call \(result) @\(name)(\(list))")
    }

    /// Calls an intrinsic without a result.
    func run(_ name: String, _ arguments: [(type: String, value: String)]) {
        declarations.insert("declare void @\(name)(\(arguments.map(\.type).joined(separator: ", ")))")
        line("call void @\(name)(\(arguments.map { "\($0.type) \($0.value)" }.joined(separator: ", ")))")
    }

    /// Returns an unused name for a basic block, without the percent sign.
    func newLabel(_ hint: String) -> String {
        nextName += 1
        return "\(hint)\(nextName)"
    }

    /// Starts a basic block. The previous one branches to it unless it is already terminated.
    func start(_ label: String) {
        if !isTerminated { line("br label %\(label)") }
        body += label
        body += ":\n"
        isTerminated = false
    }

    func jump(_ label: String) {
        guard !isTerminated else { return }
        line("br label %\(label)")
        isTerminated = true
    }

    func branch(_ condition: String, _ then: String, _ otherwise: String, expect: Bool? = nil) {
        guard !isTerminated else { return }
        var condition = condition
        if let expect {
            condition = call("llvm.expect.i1", "i1", [("i1", condition), ("i1", expect ? "true" : "false")])
        }
        line("br i1 \(condition), label %\(then), label %\(otherwise)")
        isTerminated = true
    }

    func end(_ text: String) {
        guard !isTerminated else { return }
        line(text)
        isTerminated = true
    }
}
