/// Capabilities that modules declare, with their numbers in the specification.
package enum SPIRVCapability: UInt32, Sendable {
    case shader = 1
    case float64 = 10
    case int64 = 11
    case denormPreserve = 4464
    case signedZeroInfNanPreserve = 4466
    case roundingModeRTE = 4467
    case physicalStorageBufferAddresses = 5347
}
