import Pixels

// The numbers are those of ISO/IEC 23091-2 (ITU-T H.273), which video files contain. 2 stands for unknown.

/// Returns the number of colour primaries; 2 for nil and unknown strings.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
    CodePoints.primaries.number(colorPrimariesString)
}

/// Returns the colour primaries with a number, or nil.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> CVConstantString? {
    CodePoints.primaries.string(colorPrimariesCodePoint)
}

/// Returns the number of a transfer function; 2 for nil, unknown strings and powers, whose number depends on the
/// exponent.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
    CodePoints.transferFunctions.number(transferFunctionString)
}

/// Returns the transfer function with a number, or nil.
public func CVTransferFunctionGetStringForIntegerCodePoint(_ transferFunctionCodePoint: Int32) -> CVConstantString? {
    CodePoints.transferFunctions.string(transferFunctionCodePoint)
}

/// Returns the number of a matrix from RGB to YCbCr; 2 for nil and unknown strings.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
    CodePoints.matrices.number(yCbCrMatrixString)
}

/// Returns the matrix from RGB to YCbCr with a number, or nil.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> CVConstantString? {
    CodePoints.matrices.string(yCbCrMatrixCodePoint)
}

/// A string that a function returns without ownership. On Apple's systems it is `Unmanaged<CFString>`, whose methods it
/// has.
public struct CVConstantString: Sendable {
    fileprivate let string: CFString

    /// Returns the string.
    public func takeUnretainedValue() -> CFString { string }
    /// Returns the string.
    public func takeRetainedValue() -> CFString { string }
}

/// Strings and their numbers.
private struct CodePoints {
    static let unknown: Int32 = 2

    /// The first number of a string is the one that stands for it; further ones are equivalent.
    let numbers: [(string: CFString, numbers: [Int32])]

    func number(_ string: CFString?) -> Int32 {
        numbers.first { $0.string == string }?.numbers.first ?? Self.unknown
    }

    func string(_ number: Int32) -> CVConstantString? {
        numbers.first { $0.numbers.contains(number) }.map { CVConstantString(string: $0.string) }
    }

    static let primaries = CodePoints(numbers: [
        (kCVImageBufferColorPrimaries_ITU_R_709_2, [1]), (kCVImageBufferColorPrimaries_EBU_3213, [5]),
        // 7 has the chromaticities of 6.
        (kCVImageBufferColorPrimaries_SMPTE_C, [6, 7]), (kCVImageBufferColorPrimaries_ITU_R_2020, [9]),
        (kCVImageBufferColorPrimaries_DCI_P3, [11]), (kCVImageBufferColorPrimaries_P3_D65, [12]),
        (kCVImageBufferColorPrimaries_P22, [22]),
    ])

    static let transferFunctions = CodePoints(numbers: [
        // 6, of BT.601, is the same curve as 1.
        (kCVImageBufferTransferFunction_ITU_R_709_2, [1, 6]), (kCVImageBufferTransferFunction_SMPTE_240M_1995, [7]),
        (kCVImageBufferTransferFunction_Linear, [8]), (kCVImageBufferTransferFunction_sRGB, [13]),
        // 14 is for 10 bits, 15 for 12.
        (kCVImageBufferTransferFunction_ITU_R_2020, [14, 15]),
        (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, [16]), (kCVImageBufferTransferFunction_SMPTE_ST_428_1, [17]),
        (kCVImageBufferTransferFunction_ITU_R_2100_HLG, [18]),
    ])

    static let matrices = CodePoints(numbers: [
        (kCVImageBufferYCbCrMatrix_ITU_R_709_2, [1]),
        // 5 and 6 are BT.601 for 625 and 525 lines, with the same numbers.
        (kCVImageBufferYCbCrMatrix_ITU_R_601_4, [6, 5]), (kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, [7]),
        (kCVImageBufferYCbCrMatrix_ITU_R_2020, [9]),
    ])
}
