import KernelLanguage
import Pixels

extension OperatorRun {
    /// The value of a parameter of a run's program.
    enum Value {
        /// An image.
        case image(OperatorImage)
        /// The components of a scalar or a vector.
        case numbers([Float])

        /// An input of the operator, transparent outside of its pixels.
        static func input(_ index: Int) -> Value { .image(OperatorImage(.input(index))) }
        /// The result of an earlier run, transparent outside of its pixels.
        static func run(_ index: Int) -> Value { .image(OperatorImage(.run(index))) }
        /// A table. Pixel (i, j) is sampled at (i + 0.5, j + 0.5).
        static func table(_ raster: Raster) -> Value { .image(OperatorImage(.table(raster))) }
        /// A float.
        static func number(_ value: Float) -> Value { .numbers([value]) }
        /// A vector of whole numbers, or one of them. They must be exact as floats.
        static func whole(_ values: Int...) -> Value { .numbers(values.map(Float.init)) }
        /// True or false.
        static func flag(_ value: Bool) -> Value { .numbers([value ? 1 : 0]) }
        /// A `vec2` of length 1 in the direction of lines.
        static func direction(_ axis: LineConvolution.Axis) -> Value {
            axis == .horizontal ? .whole(1, 0) : .whole(0, 1)
        }
    }

    /// Creates a run with a value for each parameter, in order.
    init(_ program: Program, region: PixelRect, _ values: Value...) {
        var (components, images) = ([[Float]](), [OperatorImage]())
        for value in values {
            switch value {
            case .image(let image):
                components.append([])
                images.append(image)
            case .numbers(let numbers): components.append(numbers)
            }
        }
        self.init(program, KernelArguments(components: components), images, region: region)
    }
}
