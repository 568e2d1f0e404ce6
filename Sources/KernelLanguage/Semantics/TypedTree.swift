/// A source whose every name, type and conversion is settled.
struct TypedProgram: Sendable {
    var functions: [TypedFunction] = []
    var globals: [TypedVariable] = []
    /// Initial values of the globals, by index; they may name earlier globals.
    var globalValues: [TypedID?] = []
    var globalBody = TypedBody()
    /// Indices of the kernels in `functions`, in source order.
    var kernels: [FunctionID] = []
}

struct FunctionID: Hashable, Sendable { var index: Int }
struct TypedID: Hashable, Sendable { var index: Int32 }

struct TypedFunction: Sendable {
    var name: String
    var nameSpan: SourceSpan
    var isKernel: Bool
    /// Of the language itself; diagnostics then point at the call.
    var isPrelude: Bool
    var returnType: KernelType
    var parameters: [TypedParameter]
    /// Nil for a prototype.
    var body: TypedBody?
    /// What it calls, with the place of one call.
    var callees: [FunctionID: SourceSpan] = [:]
    /// A kernel's kind; nil for a helper.
    var kind: KernelKind?
}

struct TypedParameter: Sendable {
    var type: KernelType
    var direction: ParameterSyntax.Direction
    var syntax: ParameterSyntax
}

struct TypedVariable: Sendable {
    var name: String
    var type: KernelType
    var isReadOnly: Bool
    /// Value of a `const int` that is known now.
    var constant: Int32?
    /// A kernel's `__sample` parameter.
    var isSample = false
}

/// Code of one function. Parameters are its first variables.
struct TypedBody: Sendable {
    var expressions: [TypedExpression] = []
    var variables: [TypedVariable] = []
    var statements: [TypedStatement] = []

    subscript(id: TypedID) -> TypedExpression { expressions[Int(id.index)] }
}

struct TypedExpression: Sendable {
    var kind: Kind
    var type: KernelType
    var span: SourceSpan
    /// Whole-number value known at compile time.
    var constant: Int32?
    /// Writes a variable, or calls a function that may.
    var hasEffects: Bool
    /// Worth a branch when only some pixels need it.
    var isCostly: Bool

    enum Kind: Sendable {
        case float(Float)
        case int(Int32)
        case bool(Bool)
        case variable(Int)
        case global(Int)
        /// Components converted to the scalar type of this expression's type.
        case convert(TypedID)
        case unary(UnaryOperator, TypedID)
        case step(StepOperator, isPrefix: Bool, TypedID)
        case binary(Combination, TypedID, TypedID)
        case logical(BinaryOperator, TypedID, TypedID)
        case assign(Combination?, TypedID, TypedID)
        case conditional(TypedID, TypedID, TypedID)
        case comma(TypedID, TypedID)
        /// One instruction per component; scalars are repeated.
        case each(Opcode, [TypedID])
        case call(FunctionID, [TypedID])
        /// Components of the arguments in order, converted and cut to the type's size.
        case construct([TypedID])
        /// A matrix with the scalar on its diagonal.
        case diagonal(TypedID)
        /// A matrix cut or filled up with the unit matrix.
        case resize(TypedID)
        case components(TypedID, [Int])
        case element(TypedID, TypedID)
        case destCoord
        case sampleAtDestination(TypedID)
        case sample(TypedID, TypedID)
        case samplerAttribute(TypedID, SamplerAttribute)
        case invalid
    }
}

/// How two values become one.
enum Combination: Sendable, Hashable {
    /// Component by component; scalars are repeated.
    case each(BinaryOperator)
    /// Linear algebra: matrix · matrix, matrix · vector, vector · matrix.
    case product
    /// Whether all components agree (`true`), or some differ.
    case equality(Bool)
}

indirect enum TypedStatement: Sendable {
    case expression(TypedID)
    /// Sets a new variable, to zero without a value.
    case declare(variable: Int, value: TypedID?, span: SourceSpan)
    case block([TypedStatement])
    case choose([(condition: TypedID, body: [TypedStatement])], otherwise: [TypedStatement], span: SourceSpan)
    case loop(TypedLoop)
    case leaveLoop(SourceSpan)
    case nextRound(SourceSpan)
    case giveBack(TypedID?, span: SourceSpan)
}

/// Every kind of loop: `start; [test;] { body; step }`, with the test at the end for `do`.
struct TypedLoop: Sendable {
    var start: [TypedStatement]
    /// Statements before the condition: a variable declared in it.
    var beforeCondition: [TypedStatement]
    var condition: TypedID?
    var isTestedLast: Bool
    var step: TypedID?
    var body: [TypedStatement]
    var span: SourceSpan
}
