import ImageGraph
import KernelLanguage

/// The layout of the memory that a kernel's only argument points to.
///
/// The frame is a list of 8-byte fields: first `Field.allCases`, then one field for each uniform input that the program
/// uses (32 bits: a float, an int, or a bool as 0 or 1), then `ImageField.allCases` for each image.
///
/// The function returns 0 on success. It returns 1 if a pixel exceeded its step budget or the code was stopped.
/// `overrunX`, `overrunY` then contain the pixel. It returns 2 if the rendering has no steps left.
struct KernelFrame: Sendable {
    /// Fields that every kernel has. The offset is eight times the raw value.
    enum Field: Int, CaseIterable {
        /// The region to compute (integers). Never empty.
        case x, y, width, height
        /// The address of the result at (x, y), and the bytes from a row to the one above.
        case output, outputBytesPerRow
        /// Maximum number of loop iterations per pixel.
        case stepBudget
        /// Written by the kernel: the pixel that exceeded the budget.
        case overrunX, overrunY
        /// The address of the word that stops loops. It contains 0, or a number greater than any step budget.
        case stop
        /// The number of loop iterations that the rendering has left, and, written by the kernel, the number that all
        /// pixels together took.
        case stepsLeft, stepsDone
        /// The address of `scratchByteCount` bytes for arrays.
        case scratch
        /// The address of the tables for opaque pixels, see `ChannelTables`, or 0.
        case tables
        /// The address of the fields of `TabulatedPairs`, or 0.
        case pairs
        /// 1 if results are written past the caches where that is possible, otherwise 0.
        case streams
        /// Zeros. The address of an image's pixels if none of them is readable.
        case zeros0, zeros1

        var offset: Int { 8 * rawValue }
    }

    /// Fields that describe an image. Columns and rows count from the first readable pixel.
    enum ImageField: Int, CaseIterable {
        /// The address of the first readable pixel, and the bytes from a row to the one above. If no pixel is readable,
        /// `bytesPerRow` is 0.
        case base, bytesPerRow
        /// The bytes from a row to the one that is read for the fourth row of the result behind it.
        case bytesAhead
        /// The numbers of readable columns and rows.
        case columns, rows
        /// The image's own first and last columns and rows, clamped to a few pixels around the readable part.
        case left, right, bottom, top
        /// For aligned images, the offset from a pixel of the result to the pixel that it reads.
        case columnOffset, rowOffset
        /// The transform from working space to pixel space (doubles).
        case a, b, c, d, tx, ty
        /// The scales and origins from sampler space to pixel space (doubles).
        case scaleX, scaleY, originX, originY
        /// The bounds and bases of the `SamplerAxis` of columns and of rows (doubles).
        case lowX, highX, baseX, lowY, highY, baseY
        /// Limits of the columns and rows whose successor is readable too. 0 if byte offsets between pixels don't fit
        /// 32 bits.
        case innerColumns, innerRows
        /// 1 if pixel space is working space, otherwise 0.
        case isIdentity
        /// 1 if all positions near the readable part are so small that floats hold them exactly, otherwise 0.
        case isNear
        /// 1 if the columns of pixel space are twice as wide as those of working space, and positions in a row are
        /// exact; otherwise 0.
        case isHalved
        /// The address of the image's `RowTable`, or 0.
        case rowTable

        var offset: Int { 8 * rawValue }
    }

    /// One of an image's axes. Provides the fields of its `SamplerAxis`.
    enum ImageAxis {
        case columns, rows

        var low: ImageField { self == .columns ? .lowX : .lowY }
        var high: ImageField { self == .columns ? .highX : .highY }
        var base: ImageField { self == .columns ? .baseX : .baseY }
        /// The translation from working space to pixel space.
        var distance: ImageField { self == .columns ? .tx : .ty }
    }

    /// A uniform value that is stored in the frame before the run.
    enum Input: Hashable, Sendable {
        case argument(parameter: Int, component: Int)
        case attribute(image: Int, SamplerAttribute)
    }

    /// The uniform inputs that the program uses, in the order of their fields.
    let inputs: [Input]
    /// Size of the frame in bytes.
    let byteCount: Int
    /// Size of the memory for arrays that are too large for the stack, in bytes.
    let scratchByteCount: Int
    /// Offset of each array in that memory in bytes, or nil for an array on the stack.
    let arrayOffsets: [Int?]
    private let places: [Input: Int]
    private let firstImage: Int

    private static let firstInput = 8 * Field.allCases.count

    /// Maximum number of scalars of an array on the stack, where the compiler can keep it in registers.
    private static let stackArrayLimit = 256
    static let imageStride = 8 * ImageField.allCases.count

    /// Creates the frame layout of a program, compiled for blocks of `lanes` pixels.
    init(_ program: Program, lanes: Int) {
        var inputs: [Input] = []
        var places: [Input: Int] = [:]
        program.forEachInstruction { instruction in
            let input: Input
            switch instruction.opcode {
            case .argument(let parameter, let component): input = .argument(parameter: parameter, component: component)
            case .samplerAttribute(let image, let attribute): input = .attribute(image: image, attribute)
            default: return
            }
            if places[input] == nil {
                places[input] = Self.offset(ofInput: inputs.count)
                inputs.append(input)
            }
        }
        (self.inputs, self.places) = (inputs, places)
        firstImage = Self.offset(ofInput: inputs.count)
        byteCount = firstImage + Self.imageStride * program.samplerCount
        var (scratch, offsets): (Int, [Int?]) = (0, [])
        for array in program.arrays {
            if array.count <= Self.stackArrayLimit {
                offsets.append(nil)
            } else {
                offsets.append(scratch)
                scratch += 4 * lanes * array.count
            }
        }
        (scratchByteCount, arrayOffsets) = (scratch, offsets)
    }

    /// Returns the byte offset of a uniform input.
    func offset(of input: Input) -> Int { places[input, default: 0] }

    /// Returns the byte offset of the uniform input at an index of ``inputs``.
    static func offset(ofInput index: Int) -> Int { firstInput + 8 * index }

    /// Returns the byte offset of an image's fields.
    func offset(ofImage image: Int) -> Int { firstImage + Self.imageStride * image }
}
