/// The instructions of the set `GLSL.std.450` that are written, with their numbers in its specification.
package enum SPIRVExtendedOperation: UInt32, Sendable {
    case roundEven = 2
    case trunc = 3
    case fAbs = 4
    case floor = 8
    case ceil = 9
    case sqrt = 31
    case sMin = 39
    case sMax = 42
    case sClamp = 45
    case fma = 50
}
