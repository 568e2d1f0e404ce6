/// Execution modes of entry points.
package enum SPIRVExecutionMode: UInt32, Sendable {
    case localSize = 17
    case denormPreserve = 4459
    case signedZeroInfNanPreserve = 4461
    case roundingModeRTE = 4462
}
