import KernelLanguage

/// A value of the generated code: an SSA name or a constant, the same for all pixels of a block or one for each.
struct CodeValue: Hashable {
    /// How the text names it.
    var name: String
    /// What it is.
    var type: ScalarType
    /// Whether each pixel of the block has its own.
    var isVector: Bool
}

/// Writes one function of LLVM text, instruction by instruction.
///
/// The text before the first block is kept apart: stack slots and splats of constants go there, from wherever they are found to be needed.
final class FunctionWriter {
    /// Pixels in a block.
    let lanes: Int
    /// Stack slots and constants, at the top of the function.
    private var head = ""
    /// Everything after the head.
    private var body = ""
    private var nextName = 0
    private var splats: [String: String] = [:]
    /// Declarations of the intrinsics that the function calls.
    private(set) var declarations: Set<String> = []
    /// Whether the current basic block has its last instruction.
    private(set) var isTerminated = false

    init(lanes: Int) { self.lanes = lanes }

    /// The instructions, to be put between the braces of a definition.
    var text: String { "head:\n" + head + "  br label %entry\nentry:\n" + body }

    /// A name that is not in use.
    func fresh(_ hint: String = "t") -> String {
        nextName += 1
        return "%\(hint)\(nextName)"
    }

    /// Writes an instruction without a result.
    func line(_ text: String) {
        body += "  "
        body += text
        body += "\n"
    }

    /// Writes an instruction and names its result.
    func value(_ text: String) -> String {
        let name = fresh()
        body += "  "
        body += name
        body += " = "
        body += text
        body += "\n"
        return name
    }

    /// A stack slot in the function's head.
    func slot(_ type: String) -> String {
        let name = fresh("s")
        head += "  \(name) = alloca \(type), align 64\n"
        return name
    }

    /// A vector with the same scalar constant in every lane.
    func splat(constant: String, _ type: String) -> String { splat(constant: constant, type, count: lanes) }

    /// A vector of `count` lanes with the same scalar constant.
    func splat(constant: String, _ type: String, count: Int) -> String {
        let key = "\(count) \(type) \(constant)"
        if let name = splats[key] { return name }
        let name = fresh("c")
        head +=
            "  \(name) = shufflevector <1 x \(type)> <\(type) \(constant)>, <1 x \(type)> poison, <\(count) x i32> zeroinitializer\n"
        splats[key] = name
        return name
    }

    /// The same as `splat(constant:)`, written out: instructions are selected block by block, and only this lets them see a number that
    /// they have a special form for, such as a shift's.
    func literal(_ constant: String, _ type: String) -> String {
        "<" + Array(repeating: "\(type) \(constant)", count: lanes).joined(separator: ", ") + ">"
    }

    /// A vector with a scalar value in every lane.
    func splat(_ scalar: String, _ type: String) -> String {
        let first = value("insertelement <\(lanes) x \(type)> poison, \(type) \(scalar), i64 0")
        return value(
            "shufflevector <\(lanes) x \(type)> \(first), <\(lanes) x \(type)> poison, <\(lanes) x i32> zeroinitializer"
        )
    }

    /// Calls an intrinsic function.
    func call(_ name: String, _ result: String, _ arguments: [(type: String, value: String)]) -> String {
        let types = arguments.map(\.type).joined(separator: ", ")
        declarations.insert("declare \(result) @\(name)(\(types))")
        let list = arguments.map { "\($0.type) \($0.value)" }.joined(separator: ", ")
        return value("call \(result) @\(name)(\(list))")
    }

    /// Calls an intrinsic function that has no result.
    func run(_ name: String, _ arguments: [(type: String, value: String)]) {
        declarations.insert("declare void @\(name)(\(arguments.map(\.type).joined(separator: ", ")))")
        line("call void @\(name)(\(arguments.map { "\($0.type) \($0.value)" }.joined(separator: ", ")))")
    }

    /// A name for a basic block, to be used without the percent sign.
    func newLabel(_ hint: String) -> String {
        nextName += 1
        return "\(hint)\(nextName)"
    }

    /// Starts a basic block; the one before goes on there unless it ended otherwise.
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
