/// The SPIR-V instructions that are written, with their numbers in the specification.
package enum SPIRVOperation: UInt16, Sendable, CaseIterable {
    // The module
    case extInstImport = 11
    case extInst = 12
    case memoryModel = 14
    case entryPoint = 15
    case executionMode = 16
    case capability = 17
    case decorate = 71
    case memberDecorate = 72

    // Types
    case typeVoid = 19
    case typeBool = 20
    case typeInt = 21
    case typeFloat = 22
    case typeVector = 23
    case typeArray = 28
    case typeStruct = 30
    case typePointer = 32
    case typeFunction = 33

    // Constants
    case constantTrue = 41
    case constantFalse = 42
    case constant = 43
    case constantComposite = 44
    case constantNull = 46

    // Functions and memory
    case function = 54
    case functionParameter = 55
    case functionEnd = 56
    case functionCall = 57
    case variable = 59
    case load = 61
    case store = 62
    case accessChain = 65
    case vectorShuffle = 79
    case compositeConstruct = 80
    case compositeExtract = 81
    case atomicLoad = 227
    case atomicUMin = 237

    // Conversions
    case convertFToS = 110
    case convertSToF = 111
    case uConvert = 113
    case sConvert = 114
    case fConvert = 115
    case convertUToPtr = 120
    case bitcast = 124

    // Arithmetic
    case sNegate = 126
    case fNegate = 127
    case iAdd = 128
    case fAdd = 129
    case iSub = 130
    case fSub = 131
    case iMul = 132
    case fMul = 133
    case sDiv = 135
    case fDiv = 136
    case vectorTimesScalar = 142

    // Logic and comparisons
    case logicalNotEqual = 165
    case logicalOr = 166
    case logicalAnd = 167
    case logicalNot = 168
    case select = 169
    case iEqual = 170
    case iNotEqual = 171
    case uGreaterThan = 172
    case sGreaterThan = 173
    case uLessThan = 176
    case sLessThan = 177
    case uLessThanEqual = 178
    case sLessThanEqual = 179
    case fOrdEqual = 180
    case fUnordNotEqual = 183
    case fOrdLessThan = 184
    case fOrdGreaterThan = 186
    case fOrdLessThanEqual = 188
    case fOrdGreaterThanEqual = 190

    // Bits
    case shiftRightLogical = 194
    case shiftRightArithmetic = 195
    case shiftLeftLogical = 196
    case bitwiseOr = 197
    case bitwiseXor = 198
    case bitwiseAnd = 199
    case not = 200

    // Control flow
    case phi = 245
    case loopMerge = 246
    case selectionMerge = 247
    case label = 248
    case branch = 249
    case branchConditional = 250
    case `return` = 253
    case returnValue = 254
    case unreachable = 255
}
