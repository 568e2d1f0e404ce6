/// A launch of a kernel whose only argument is an address.
package struct CUDALaunch: Sendable, Hashable {
    package var function: CUDAFunction
    /// Number of blocks of threads, in columns and rows.
    package var grid: SIMD2<UInt32>
    /// Number of threads of a block, in columns and rows.
    package var block: SIMD2<UInt32>
    /// The argument.
    package var argument: UInt64

    /// Creates a launch.
    package init(function: CUDAFunction, grid: SIMD2<UInt32>, block: SIMD2<UInt32>, argument: UInt64) {
        (self.function, self.grid, self.block, self.argument) = (function, grid, block, argument)
    }
}
