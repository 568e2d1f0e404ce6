import ImageGraph
import KernelLanguage

/// The layout of a kernel's parameter block: the memory that tells a kernel on a device what to compute.
///
/// One invocation computes one pixel of the block's region. Column and row of the pixel are the invocation's numbers.
/// Invocations whose column isn't less than `Field.width`, or whose row isn't less than `Field.height`, do nothing.
///
/// The block is a list of little-endian 8-byte fields: first `Field.allCases`, then one field for each of `inputs`,
/// then `ImageField.allCases` for each image. A block begins at a multiple of 16 bytes. Kernels only read it.
///
/// Interpolation, wrap modes and pixel formats are not in the block: they are those of the `KernelLayout` for which
/// code was generated.
package struct ParameterBlockLayout: Sendable, Hashable {
    /// Fields that every kernel has. The offset is eight times the raw value.
    package enum Field: Int, CaseIterable, Sendable {
        /// 16 bytes of zeros at the start, aligned like any pixel. `ImageField.base` is their address if no pixel of
        /// the image is readable.
        case zeros0, zeros1
        /// The region to compute in working space, as integers. `width` and `height` are at least 1, and the region has
        /// at most `ParameterBlockLayout.pixelLimit` pixels.
        case x, y, width, height
        /// The address of the result's pixel at (x, y).
        case output
        /// The bytes from a row of the result to the one above it (signed), and those of a pixel.
        case outputBytesPerRow, outputBytesPerPixel
        /// The maximum number of loop iterations of a pixel: 0…2³¹−1.
        case stepBudget
        /// The address of the fault word, see `FaultWord`.
        case fault

        /// Offset in the block in bytes.
        package var offset: Int { 8 * rawValue }
    }

    /// Fields that describe an image. Columns and rows count from the first readable pixel, which is the lower left
    /// pixel of the image that is in memory. The offset is eight times the raw value.
    package enum ImageField: Int, CaseIterable, Sendable {
        /// The address of the first readable pixel. If no pixel is readable, the address of 16 zeros.
        case base
        /// The bytes from a row to the one above it (signed; 0 if no pixel is readable), and those of a pixel.
        case bytesPerRow, bytesPerPixel
        /// The numbers of readable columns and rows: less than 2²⁹, and 0 if no pixel is readable. All pixels outside
        /// of them are transparent.
        case columns, rows
        /// The first and last column and row of the image itself, to which images with `WrapMode.clamp` clamp. They are
        /// at least −4, and at most 3 more than `columns` or `rows`.
        case left, right, bottom, top
        /// The column and the row that an aligned image's pixel (x, y) of working space has: x + `columnOffset`,
        /// y + `rowOffset`. Integers. Meaningless if `ImageLayout.isAligned` is false.
        case columnOffset, rowOffset
        /// The transform from working space to pixel space: x' = a·x + c·y + tx, y' = b·x + d·y + ty. Doubles.
        case a, b, c, d, tx, ty
        /// The scales and origins from sampler space to pixel space: x' = x · scaleX + originX. Doubles.
        case scaleX, scaleY, originX, originY
        /// `SamplerAxis.low`, `high` and `base` of columns and of rows. Doubles.
        case lowX, highX, baseX, lowY, highY, baseY
        /// 1 if pixel space is working space, so that `sampleAtDestination` reads the pixel at the destination; else 0.
        case isIdentity
        /// 1 if samples outside the image read its nearest edge: the image has `WrapMode.clamp` and isn't empty; else
        /// 0.
        case clamps

        /// Offset in the image's fields in bytes.
        package var offset: Int { 8 * rawValue }
    }

    /// The uniform inputs that the program reads, in the order of their fields. A field's first four bytes have a
    /// float, an int, or a bool as 0 or 1; the others are 0.
    package let inputs: [KernelInput]
    /// Number of images.
    package let imageCount: Int
    private let firstImage: Int

    /// Alignment of a block in bytes.
    package static let alignment = 16
    /// Size of the fields of an image in bytes.
    package static let imageStride = 8 * ImageField.allCases.count
    /// Maximum number of pixels of a region, so that a pixel's number fits the fault word.
    package static let pixelLimit = Int(FaultWord.none) - 1
    /// Exclusive limit of the readable columns and rows of an image.
    package static let columnLimit = 1 << 29
    /// Maximum of the field `stepBudget`. Larger budgets are reduced to it.
    package static let stepLimit = Int(Int32.max)

    /// Creates the layout of a program's blocks.
    package init(_ program: Program) {
        var known: Set<KernelInput> = []
        var inputs: [KernelInput] = []
        program.forEachInstruction { instruction in
            if let input = KernelInput(instruction.opcode), known.insert(input).inserted { inputs.append(input) }
        }
        self.inputs = inputs
        imageCount = program.samplerCount
        firstImage = 8 * (Field.allCases.count + inputs.count)
    }

    /// Size of a block in bytes, a multiple of the alignment.
    package var byteCount: Int {
        let fields = firstImage + Self.imageStride * imageCount
        return (fields + Self.alignment - 1) / Self.alignment * Self.alignment
    }

    /// Returns the offset of a uniform input in bytes, or nil if the program doesn't read it.
    package func offset(of input: KernelInput) -> Int? {
        inputs.firstIndex(of: input).map { 8 * (Field.allCases.count + $0) }
    }

    /// Returns the offset of an image's fields in bytes.
    package func offset(ofImage image: Int) -> Int { firstImage + Self.imageStride * image }
}
