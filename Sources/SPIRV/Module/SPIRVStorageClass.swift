/// Storage classes of pointers.
package enum SPIRVStorageClass: UInt32, Sendable {
    case input = 1
    case function = 7
    case pushConstant = 9
    case physicalStorageBuffer = 5349
}
