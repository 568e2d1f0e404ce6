/// The parser's output.
///
/// Nodes are stored in flat arrays and refer to each other by index, so that deeply nested hostile text never becomes a
/// deep object graph.
struct SyntaxTree: Sendable {
    var expressions: [ExpressionNode] = []
    var statements: [StatementNode] = []
    var declarations: [Declaration] = []

    subscript(id: ExpressionID) -> ExpressionNode { expressions[Int(id.index)] }
    subscript(id: StatementID) -> StatementNode { statements[Int(id.index)] }
}

struct ExpressionID: Hashable, Sendable { var index: Int32 }
struct StatementID: Hashable, Sendable { var index: Int32 }

struct ExpressionNode: Sendable {
    var kind: Kind
    var span: SourceSpan
    /// The span of the operator or member name. The caret of a diagnostic about it points here.
    var mark: SourceSpan

    enum Kind: Sendable {
        case float(Float)
        case int(Int32)
        case bool(Bool)
        case name(String)
        case unary(UnaryOperator, ExpressionID)
        case step(StepOperator, isPrefix: Bool, ExpressionID)
        case binary(BinaryOperator, ExpressionID, ExpressionID)
        /// `a = b`, or `a op= b`.
        case assign(BinaryOperator?, ExpressionID, ExpressionID)
        case conditional(ExpressionID, ExpressionID, ExpressionID)
        case comma(ExpressionID, ExpressionID)
        case call(String, [ExpressionID])
        /// `vec2(…)`, or `float[3](…)` with an array type. For `ArraySize.counted`, the arguments determine the size.
        case construct(KernelType, ArraySize, [ExpressionID])
        case member(ExpressionID, String)
        case subscripted(ExpressionID, ExpressionID)
        /// `a.length()`
        case length(ExpressionID)
        /// `{ a, b }`, only as an initialiser.
        case list([ExpressionID])
    }
}

/// The brackets after a type or a name: none, `[]` (the initial value determines the size) or `[n]`.
enum ArraySize: Hashable, Sendable {
    case none
    case counted
    case given(ExpressionID)
}

enum UnaryOperator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case not = "!"
    case complement = "~"
}

enum StepOperator: String, Sendable {
    case increment = "++"
    case decrement = "--"
}

enum BinaryOperator: String, Sendable {
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case add = "+"
    case subtract = "-"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case less = "<"
    case greater = ">"
    case lessEqual = "<="
    case greaterEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case bitAnd = "&"
    case bitXor = "^"
    case bitOr = "|"
    case and = "&&"
    case xor = "^^"
    case or = "||"

    /// The operator's precedence. Operators of higher precedence bind tighter.
    var precedence: Int {
        switch self {
        case .multiply, .divide, .remainder: 11
        case .add, .subtract: 10
        case .shiftLeft, .shiftRight: 9
        case .less, .greater, .lessEqual, .greaterEqual: 8
        case .equal, .notEqual: 7
        case .bitAnd: 6
        case .bitXor: 5
        case .bitOr: 4
        case .and: 3
        case .xor: 2
        case .or: 1
        }
    }
}

struct StatementNode: Sendable {
    var kind: Kind
    var span: SourceSpan

    enum Kind: Sendable {
        case empty
        case expression(ExpressionID)
        case variables([VariableSyntax])
        case block([StatementID])
        /// `if … else if … else …` as one list, so that a long chain isn't deeply nested.
        case conditional([(condition: ExpressionID, body: StatementID)], otherwise: StatementID?)
        case forLoop(start: StatementID, condition: LoopCondition?, step: ExpressionID?, body: StatementID)
        case whileLoop(LoopCondition, body: StatementID)
        case doLoop(body: StatementID, condition: ExpressionID)
        case breakLoop
        case continueLoop
        case returnValue(ExpressionID?)
    }
}

/// The condition of a loop: an expression, or `bool b = …`.
enum LoopCondition: Sendable {
    case expression(ExpressionID)
    case variable(VariableSyntax)
}

/// One declared name with its initial value.
struct VariableSyntax: Sendable {
    var name: String
    var nameSpan: SourceSpan
    var type: KernelType
    var size: ArraySize
    var isConstant: Bool
    var isUniform: Bool
    var value: ExpressionID?
}

enum Declaration: Sendable {
    case variable(VariableSyntax)
    case function(FunctionSyntax)
}

struct FunctionSyntax: Sendable {
    var name: String
    var nameSpan: SourceSpan
    var isKernel: Bool
    var returnType: KernelType
    var returnSize: ArraySize
    var returnSpan: SourceSpan
    var parameters: [ParameterSyntax]
    /// Nil for a prototype.
    var body: StatementID?
    var span: SourceSpan
}

struct ParameterSyntax: Sendable {
    enum Direction: String, Sendable { case `in`, out, `inout` }

    /// Empty if a prototype omits it.
    var name: String
    var span: SourceSpan
    var type: KernelType
    var size: ArraySize
    var direction: Direction
    var isConstant: Bool
    /// The type as written in the source, such as `__color` or `__sample`. It determines what the kernel's caller
    /// supplies.
    var spelling: String
}
