/// What the driver says about an array.
package struct CUDAArrayDescription: Sendable, Hashable {
    /// Width in pixels.
    package var width: Int
    /// Height in pixels; 0 for a row without height.
    package var height: Int
    /// Number of layers; 0 for an array without them.
    package var depth: Int
    /// The type of a channel (`CUarray_format`).
    package var format: UInt32
    /// Number of channels of a pixel.
    package var channels: Int
    /// How the array was created (`CUDA_ARRAY3D_…`).
    package var flags: UInt32

    /// Creates a description.
    package init(width: Int, height: Int, depth: Int, format: UInt32, channels: Int, flags: UInt32) {
        (self.width, self.height, self.depth) = (width, height, depth)
        (self.format, self.channels, self.flags) = (format, channels, flags)
    }
}
