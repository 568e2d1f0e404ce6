import DeviceKernels
import ImageGraph

/// Writes functions that sample images, with the arithmetic of `SamplerAxis` and `SamplerView`.
///
/// Their first parameter is the address of the image's fields in the parameter block. Whatever the coordinates are, an
/// address is only computed from a position that was compared with the numbers of readable columns and rows.
struct SPIRVSampling {
    let module: SPIRVModuleWriter
    let coding: DevicePixelCoding

    private typealias Field = ParameterBlockLayout.ImageField

    /// One of an image's axes.
    private struct Axis {
        let low: Field
        let high: Field
        let base: Field

        static let columns = Axis(low: .lowX, high: .highX, base: .baseX)
        static let rows = Axis(low: .lowY, high: .highY, base: .baseY)
    }

    /// The position of a pixel that is outside of every image.
    private static let nowhere: Int32 = -4

    // MARK: Whole functions

    /// Defines the reading of the pixel at a column and a row (64 bits) counted from the first readable pixel. Returns
    /// the function's ID.
    func defineAligned(clamps: Bool) -> UInt32 {
        let writer = function([module.long, module.long])
        let fields = writer.parameters[0]
        // Far outside the image, all positions give the same result.
        func held(_ place: UInt32, _ count: Field) -> UInt32 {
            let last = writer.value(
                .iAdd, module.long, [load(count, fields, writer, as: module.long), module.constant(long: 64)])
            let low = writer.value(.sMax, module.long, [place, module.constant(long: -64)])
            return writer.value(.uConvert, module.int, [writer.value(.sMin, module.long, [low, last])])
        }
        var column = held(writer.parameters[1], .columns)
        var row = held(writer.parameters[2], .rows)
        if clamps {
            column = bounded(column, .left, .right, fields, writer)
            row = bounded(row, .bottom, .top, fields, writer)
        }
        writer.end(.returnValue, [read(column, row, fields, writer)])
        writer.finish()
        return writer.id
    }

    /// Defines the reading of the pixel that contains a point (doubles). Returns the function's ID.
    func defineNearest(clamps: Bool) -> UInt32 {
        let writer = function([module.double, module.double])
        let fields = writer.parameters[0]
        func locate(_ coordinate: UInt32, _ axis: Axis) -> UInt32 {
            let pixel = writer.value(.floor, module.double, [limited(coordinate, axis, fields, writer)])
            let first = load(axis.base, fields, writer, as: module.double)
            let offset = writer.arithmetic(.fSub, module.double, [pixel, first])
            let place = writer.value(.convertFToS, module.int, [offset])
            return clamps ? finite(place, coordinate, writer) : place
        }
        let column = locate(writer.parameters[1], .columns)
        let row = locate(writer.parameters[2], .rows)
        writer.end(.returnValue, [read(column, row, fields, writer)])
        writer.finish()
        return writer.id
    }

    /// Defines bilinear interpolation at a point (doubles). Returns the function's ID.
    func defineLinear(clamps: Bool) -> UInt32 {
        let spanFunction = defineSpan()
        let writer = function([module.double, module.double])
        let fields = writer.parameters[0]
        let column = locate(writer.parameters[1], .columns, clamps: clamps, fields, writer)
        let row = locate(writer.parameters[2], .rows, clamps: clamps, fields, writer)
        func span(_ row: UInt32) -> UInt32 {
            writer.value(.functionCall, module.color, [spanFunction, fields, column.place, row, column.fraction])
        }
        let low = span(row.place)
        let color = choose(row.fraction, low, writer) {
            span(writer.value(.iAdd, module.int, [row.place, module.constant(1 as Int32)]))
        }
        writer.end(.returnValue, [color])
        writer.finish()
        return writer.id
    }

    /// Defines the interpolation between two neighbouring pixels of a row. Returns the function's ID.
    private func defineSpan() -> UInt32 {
        let reading = defineReading()
        let writer = function([module.int, module.int, module.float])
        let (fields, column, row) = (writer.parameters[0], writer.parameters[1], writer.parameters[2])
        func pixel(_ column: UInt32) -> UInt32 {
            writer.value(.functionCall, module.color, [reading, fields, column, row])
        }
        let color = choose(writer.parameters[3], pixel(column), writer) {
            pixel(writer.value(.iAdd, module.int, [column, module.constant(1 as Int32)]))
        }
        writer.end(.returnValue, [color])
        writer.finish()
        return writer.id
    }

    /// Defines the reading of a pixel. Returns the function's ID.
    private func defineReading() -> UInt32 {
        let writer = function([module.int, module.int])
        let color = read(writer.parameters[1], writer.parameters[2], writer.parameters[0], writer)
        writer.end(.returnValue, [color])
        writer.finish()
        return writer.id
    }

    private func function(_ parameters: [UInt32]) -> SPIRVFunctionWriter {
        SPIRVFunctionWriter(module, result: module.color, parameters: [module.long] + parameters)
    }

    // MARK: Pieces

    private func load(_ field: Field, _ fields: UInt32, _ writer: SPIRVFunctionWriter, as type: UInt32) -> UInt32 {
        writer.load(type, at: fields, offset: field.offset)
    }

    private func bounded(
        _ place: UInt32, _ low: Field, _ high: Field, _ fields: UInt32, _ writer: SPIRVFunctionWriter
    ) -> UInt32 {
        // As in the interpreter, the upper edge wins if the image is empty.
        let lifted = writer.value(.sMax, module.int, [place, load(low, fields, writer, as: module.int)])
        return writer.value(.sMin, module.int, [lifted, load(high, fields, writer, as: module.int)])
    }

    /// Writes `SamplerAxis.locate` with interpolation: the index of a readable pixel, and the fraction of the way to
    /// the next.
    private func locate(
        _ coordinate: UInt32, _ axis: Axis, clamps: Bool, _ fields: UInt32, _ writer: SPIRVFunctionWriter
    ) -> (place: UInt32, fraction: UInt32) {
        let (int, long, float) = (module.int, module.long, module.float)
        let held = limited(coordinate, axis, fields, writer)
        let raised = writer.arithmetic(
            .fAdd, module.double, [held, load(axis.base, fields, writer, as: module.double)])
        let bits = writer.value(.bitcast, long, [raised])
        let shift = module.constant(Int32(SamplerAxis.fractionBits))
        let upper = writer.value(.uConvert, int, [writer.value(.shiftRightLogical, long, [bits, shift])])
        var place = writer.value(.iSub, int, [upper, module.constant(SamplerAxis.originPlace)])
        let lower = writer.value(.uConvert, int, [bits])
        let mask = module.constant(Int32(1) << Int32(SamplerAxis.fractionBits) - 1)
        let part = writer.value(.bitwiseAnd, int, [lower, mask])
        let distance = writer.value(.iSub, int, [part, module.constant(SamplerAxis.reach)])
        let number = writer.value(.convertSToF, float, [distance])
        let unit = module.constant(Float(sign: .plus, exponent: -SamplerAxis.fractionBits, significand: 1))
        let share = writer.arithmetic(.fMul, float, [number, unit])
        var isOff = writer.test(.sGreaterThan, [part, module.constant(2 * SamplerAxis.reach)])
        if clamps {
            place = finite(place, coordinate, writer)
            isOff = writer.test(.logicalAnd, [isOff, isFinite(coordinate, writer)])
        }
        return (place, writer.select(float, isOff, share, module.constant(0 as Float)))
    }

    /// Writes a coordinate that is clamped to the axis's bounds. NaN becomes the lower bound.
    private func limited(
        _ coordinate: UInt32, _ axis: Axis, _ fields: UInt32, _ writer: SPIRVFunctionWriter
    ) -> UInt32 {
        let low = load(axis.low, fields, writer, as: module.double)
        let high = load(axis.high, fields, writer, as: module.double)
        // A device may not keep NaNs in comparisons, so they are tested by their bits.
        let isHigher = writer.test(
            .logicalAnd, [isNumber(coordinate, writer), writer.test(.fOrdGreaterThan, [coordinate, low])])
        let lifted = writer.select(module.double, isHigher, coordinate, low)
        return writer.select(module.double, writer.test(.fOrdLessThan, [lifted, high]), lifted, high)
    }

    /// Returns `place`, or a position outside the image if the coordinate isn't finite.
    private func finite(_ place: UInt32, _ coordinate: UInt32, _ writer: SPIRVFunctionWriter) -> UInt32 {
        writer.select(module.int, isFinite(coordinate, writer), place, module.constant(Self.nowhere))
    }

    private func magnitudeBits(_ coordinate: UInt32, _ writer: SPIRVFunctionWriter) -> UInt32 {
        let bits = writer.value(.bitcast, module.long, [coordinate])
        return writer.value(.bitwiseAnd, module.long, [bits, module.constant(long: .max)])
    }

    private func isFinite(_ coordinate: UInt32, _ writer: SPIRVFunctionWriter) -> UInt32 {
        let infinity = module.constant(long: Int(Double.infinity.bitPattern))
        return writer.test(.uLessThan, [magnitudeBits(coordinate, writer), infinity])
    }

    private func isNumber(_ coordinate: UInt32, _ writer: SPIRVFunctionWriter) -> UInt32 {
        let infinity = module.constant(long: Int(Double.infinity.bitPattern))
        return writer.test(.uLessThanEqual, [magnitudeBits(coordinate, writer), infinity])
    }

    /// Reads the pixel at a column and a row. Pixels outside are transparent black, and are not read.
    private func read(
        _ column: UInt32, _ row: UInt32, _ fields: UInt32, _ writer: SPIRVFunctionWriter
    ) -> UInt32 {
        let isInside = writer.test(
            .logicalAnd,
            [
                writer.test(.uLessThan, [column, load(.columns, fields, writer, as: module.int)]),
                writer.test(.uLessThan, [row, load(.rows, fields, writer, as: module.int)]),
            ])
        return writer.choose(isInside, module.color) {
            func distance(_ place: UInt32, _ step: Field) -> UInt32 {
                let wide = writer.value(.uConvert, module.long, [place])
                return writer.value(.iMul, module.long, [wide, load(step, fields, writer, as: module.long)])
            }
            let offset = writer.value(
                .iAdd, module.long, [distance(row, .bytesPerRow), distance(column, .bytesPerPixel)])
            let address = writer.value(.iAdd, module.long, [load(.base, fields, writer, as: module.long), offset])
            return SPIRVPixels(writer: writer, coding: coding).load(at: address)
        } otherwise: {
            module.zero(module.color)
        }
    }

    /// Interpolates between two colours. A fraction of 0 gives the first, and the second isn't computed.
    private func choose(
        _ fraction: UInt32, _ first: UInt32, _ writer: SPIRVFunctionWriter, _ second: () -> UInt32
    ) -> UInt32 {
        let isNone = writer.test(.fOrdEqual, [fraction, module.constant(0 as Float)])
        // An infinite value times a weight of 0 is NaN.
        return writer.choose(isNone, module.color) {
            first
        } otherwise: {
            let rest = writer.arithmetic(.fSub, module.float, [module.constant(1 as Float), fraction])
            let low = writer.arithmetic(.vectorTimesScalar, module.color, [first, rest])
            let high = writer.arithmetic(.vectorTimesScalar, module.color, [second(), fraction])
            return writer.arithmetic(.fAdd, module.color, [low, high])
        }
    }
}
