/// A source in which every name, type and conversion is resolved.
struct TypedProgram: Sendable {
    var functions: [TypedFunction] = []
    var globals: [TypedVariable] = []
    /// Initial values of the globals, by index. A value may refer to earlier globals.
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
    /// Whether the function belongs to the prelude. Diagnostics about its body point at the call.
    var isPrelude: Bool
    var returnType: KernelType
    var parameters: [TypedParameter]
    /// Nil for a prototype.
    var body: TypedBody?
    /// Functions that it calls, each with the span of one call.
    var callees: [FunctionID: SourceSpan] = [:]
    /// The kind of a kernel, or nil for a helper function.
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
    /// The value of a `const int`, if known at compile time.
    var constant: Int32?
    /// Whether the variable is a kernel's `__sample` parameter.
    var isSample = false
}

/// The code of one function. Its first variables are the parameters.
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
    /// The integer value, if known at compile time.
    var constant: Int32?
    /// Whether evaluating writes a variable, or calls a function that may write one.
    var hasEffects: Bool
    /// Whether it should be evaluated inside a branch if only some pixels need the value.
    var isCostly: Bool

    enum Kind: Sendable {
        case float(Float)
        case int(Int32)
        case bool(Bool)
        case variable(Int)
        case global(Int)
        /// The operand with its components converted to the scalar type of this expression's type.
        case convert(TypedID)
        case unary(UnaryOperator, TypedID)
        case step(StepOperator, isPrefix: Bool, TypedID)
        case binary(Combination, TypedID, TypedID)
        case logical(BinaryOperator, TypedID, TypedID)
        case assign(Combination?, TypedID, TypedID)
        case conditional(TypedID, TypedID, TypedID)
        case comma(TypedID, TypedID)
        /// One instruction per component. Scalar operands are repeated.
        case each(Opcode, [TypedID])
        case call(FunctionID, [TypedID])
        /// The arguments' components in order, converted, and truncated to the type's size.
        case construct([TypedID])
        /// A matrix with the scalar on its diagonal.
        case diagonal(TypedID)
        /// A matrix, truncated or extended by the identity matrix.
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

/// How two operands are combined.
enum Combination: Sendable, Hashable {
    /// Component by component. A scalar operand is repeated.
    case each(BinaryOperator)
    /// Linear algebra: matrix · matrix, matrix · vector, vector · matrix.
    case product
    /// Whether all components are equal (`true`), or any differs (`false`).
    case equality(Bool)
}

indirect enum TypedStatement: Sendable {
    case expression(TypedID)
    /// Initialises a new variable, with zero if there is no value.
    case declare(variable: Int, value: TypedID?, span: SourceSpan)
    case block([TypedStatement])
    case conditional([(condition: TypedID, body: [TypedStatement])], otherwise: [TypedStatement], span: SourceSpan)
    case loop(TypedLoop)
    case breakLoop(SourceSpan)
    case continueLoop(SourceSpan)
    case returnValue(TypedID?, span: SourceSpan)
}

/// Any kind of loop: `start; [test;] { body; step }`, with the test at the end for `do`.
struct TypedLoop: Sendable {
    var start: [TypedStatement]
    /// Statements before the condition, which declare a variable of the condition.
    var beforeCondition: [TypedStatement]
    var condition: TypedID?
    var isTestedLast: Bool
    var step: TypedID?
    var body: [TypedStatement]
    var span: SourceSpan
}
