import ImageGraph
import KernelLanguage

/// Where generated code finds what a run is given: the one description of the memory that a kernel's only argument points to.
///
/// The frame is a list of 8-byte fields: what every kernel has, then one field for each uniform input that the program uses (32 bits: a
/// float, an int, or a bool as 0 or 1), then `ImageField.allCases` for each image.
///
/// The function's result is 0, or 1 when a pixel's step budget ran out or the code was stopped; `overrunX`, `overrunY` then say where. It is 2
/// when the rendering's steps are used up.
struct KernelFrame: Sendable {
    /// Fields that every kernel has; the offset is eight times the raw value.
    enum Field: Int, CaseIterable {
        /// The region to compute (integers); never empty.
        case x, y, width, height
        /// Address of the result at (x, y), and bytes from a row to the one above.
        case output, outputBytesPerRow
        /// Loop repetitions allowed to a pixel.
        case stepBudget
        /// Written by the kernel: the pixel that ran too long.
        case overrunX, overrunY
        /// Address of the word that stops loops: 0, or more than any step budget.
        case stop
        /// Loop repetitions that the rendering has left, and written by the kernel: how many there were, of all pixels together.
        case stepsLeft, stepsDone
        /// Memory for arrays, `scratchByteCount` bytes.
        case scratch
        /// Zeros that stand for the pixels of an image of which nothing is readable.
        case nothing0, nothing1

        var offset: Int { 8 * rawValue }
    }

    /// What describes an image. Places are counted from the first readable pixel.
    enum ImageField: Int, CaseIterable {
        /// Address of the first readable pixel, and bytes from a row to the one above; 0 when there is none.
        case base, bytesPerRow
        /// Numbers of readable columns and rows.
        case columns, rows
        /// The image's own first and last columns and rows, at most a few pixels beyond the readable ones.
        case left, right, bottom, top
        /// For aligned images: from a pixel of the result to the place it reads.
        case columnOffset, rowOffset
        /// From working space to pixel space (doubles).
        case a, b, c, d, tx, ty
        /// From sampler space to pixel space (doubles).
        case scaleX, scaleY, originX, originY
        /// `SamplerAxis` of columns and of rows (doubles).
        case lowX, highX, baseX, lowY, highY, baseY
        /// Columns and rows from which the next one is readable, too; 0 when byte offsets between pixels don't fit into 32 bits.
        case innerColumns, innerRows
        /// 1 when pixel space is working space, otherwise 0.
        case isIdentity

        var offset: Int { 8 * rawValue }
    }

    /// The fields with a `SamplerAxis`.
    enum ImageAxis {
        case columns, rows

        var low: ImageField { self == .columns ? .lowX : .lowY }
        var high: ImageField { self == .columns ? .highX : .highY }
        var base: ImageField { self == .columns ? .baseX : .baseY }
    }

    /// A uniform value from outside.
    enum Input: Hashable, Sendable {
        case argument(parameter: Int, component: Int)
        case attribute(image: Int, SamplerAttribute)
    }

    /// The uniform inputs that the program uses, in the order of their fields.
    let inputs: [Input]
    /// Bytes of the frame.
    let byteCount: Int
    /// Bytes of memory for arrays that are too large for the stack.
    let scratchByteCount: Int
    /// Byte offset of each array in that memory; nil for an array on the stack.
    let arrayOffsets: [Int?]
    private let places: [Input: Int]
    private let firstImage: Int

    /// Scalars up to which an array lies on the stack, where the compiler can keep it in registers.
    private static let stackArrayLimit = 256
    static let imageStride = 8 * ImageField.allCases.count

    /// The frame of a program whose blocks have `lanes` pixels.
    init(_ program: Program, lanes: Int) {
        var inputs: [Input] = []
        var places: [Input: Int] = [:]
        let start = 8 * Field.allCases.count
        program.forEachInstruction { instruction in
            let input: Input
            switch instruction.opcode {
            case .argument(let parameter, let component): input = .argument(parameter: parameter, component: component)
            case .samplerAttribute(let image, let attribute): input = .attribute(image: image, attribute)
            default: return
            }
            if places[input] == nil {
                places[input] = start + 8 * inputs.count
                inputs.append(input)
            }
        }
        (self.inputs, self.places) = (inputs, places)
        firstImage = start + 8 * inputs.count
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

    /// Byte offset of a uniform input.
    func offset(of input: Input) -> Int { places[input, default: 0] }

    /// Byte offset of an image's fields.
    func offset(ofImage image: Int) -> Int { firstImage + Self.imageStride * image }
}
