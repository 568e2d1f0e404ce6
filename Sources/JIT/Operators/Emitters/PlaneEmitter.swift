import ImageGraph
import Pixels

/// Emits the functions that store codes as integers of planes, see `PlaneFunctions`.
///
/// The arithmetic is that of the portable code, in the same order, so that both give the same integers.
struct PlaneEmitter {
    let lanes: Int
    let shape: PlaneFunctions.Shape

    static let lumaName = "store_luma"
    static let chromaName = "store_chroma"

    private var coding: YCbCrCoding { shape.coding }
    /// The type of a stored code, and its size in bytes.
    var code: String { coding.storedMaximum == 255 ? "i8" : "i16" }
    var codeBytes: Int { coding.storedMaximum == 255 ? 1 : 2 }
    /// The number of pixels in a row that belong to a sample.
    private var step: Int { shape.columns == 1 ? 1 : 2 }
    /// The fractional bits with which a code is rounded: as many as fit.
    private var fractionBits: Int { 22 - coding.bitDepth }

    /// All functions.
    var definitions: String {
        """
        define void @\(Self.lumaName)(ptr %values, ptr %target, i64 %count) #0 {
        entry:

        """ + loops { lumaBody($0, $1) }
            + """
            define void @\(Self.chromaName)(ptr %rows, ptr %blue, ptr %red, i64 %count) #0 {
            entry:

            """
            + ["b", "r"].enumerated().map { channel, name in
                (0..<shape.rows).map { row in
                    """
                      %\(name)place\(row) = getelementptr ptr, ptr %rows, i64 \(channel * shape.rows + row)
                      %\(name)row\(row) = load ptr, ptr %\(name)place\(row), align 8

                    """
                }.joined()
            }.joined() + loops { chromaBody($0, $1) }
    }

    /// Emits a loop over vectors, and one over the rest. Ends the function.
    func loops(_ body: (_ name: String, _ width: Int) -> String) -> String {
        var (result, previous, start) = ("", "entry", "0")
        for (name, width) in [("many", lanes), ("one", 1)] {
            result += """
                  br label %\(name)
                \(name):
                  %\(name).x = phi i64 [\(start), %\(previous)], [%\(name).next, %\(name).body]
                  %\(name).next = add i64 %\(name).x, \(width)
                  %\(name).fits = icmp sle i64 %\(name).next, %count
                  br i1 %\(name).fits, label %\(name).body, label %\(name).end
                \(name).body:
                \(body(name, width))  br label %\(name)
                \(name).end:

                """
            (previous, start) = ("\(name).end", "%\(name).x")
        }
        return result + "  ret void\n}\n"
    }

    private func lumaBody(_ name: String, _ width: Int) -> String {
        let value = "%\(name).v"
        return """
              \(value)place = getelementptr float, ptr %values, i64 %\(name).x
              \(value) = load <\(width) x float>, ptr \(value)place, align 4
            \(stored(value, width))  \(value)target = getelementptr \(code), ptr %target, i64 %\(name).x
              store <\(width) x \(code)> \(value)code, ptr \(value)target, align \(codeBytes)

            """
    }

    private func chromaBody(_ name: String, _ width: Int) -> String {
        var result = "  %\(name).pixel = mul i64 %\(name).x, \(step)\n"
        for channel in ["b", "r"] {
            result += mean("%\(name).\(channel)", channel, "%\(name).pixel", width)
            result += stored("%\(name).\(channel)", width)
        }
        if shape.isInterleaved {
            let order = (0..<2 * width).map { "i32 \($0 % 2 * width + $0 / 2)" }.joined(separator: ", ")
            result += """
                  %\(name).pairs = shufflevector <\(width) x \(code)> %\(name).bcode, <\(width) x \(code)> %\(name).rcode, <\(2 * width) x i32> <\(order)>
                  %\(name).double = mul i64 %\(name).x, 2
                  %\(name).target = getelementptr \(code), ptr %blue, i64 %\(name).double
                  store <\(2 * width) x \(code)> %\(name).pairs, ptr %\(name).target, align \(codeBytes)

                """
        } else {
            for (channel, plane) in [("b", "blue"), ("r", "red")] {
                result += """
                      %\(name).\(channel)target = getelementptr \(code), ptr %\(plane), i64 %\(name).x
                      store <\(width) x \(code)> %\(name).\(channel)code, ptr %\(name).\(channel)target, align \(codeBytes)

                    """
            }
        }
        return result
    }

    /// Emits `result`, the means of the pixels of `width` samples.
    private func mean(_ result: String, _ channel: String, _ pixel: String, _ width: Int) -> String {
        let samples = "<\(width) x float>"
        let weights = shape.rows == 3 ? 4 : shape.rows
        let scale = FunctionWriter.float(1 / Float(weights * (shape.columns == 3 ? 4 : shape.columns)))
        var text = ""
        if shape.columns == 1 {
            text += rowSum("\(result)sum", channel, pixel, width)
        } else {
            text += rowSum("\(result)all", channel, pixel, 2 * width)
            text += half("\(result)first", of: "\(result)all", odd: false, width)
            text += half("\(result)second", of: "\(result)all", odd: true, width)
            if shape.columns == 2 {
                text += "  \(result)sum = fadd \(samples) \(result)first, \(result)second\n"
            } else {
                text += "  \(result)ahead = add i64 \(pixel), 1\n"
                text += rowSum("\(result)next", channel, "\(result)ahead", 2 * width)
                text += half("\(result)third", of: "\(result)next", odd: true, width)
                text += """
                      \(result)twice = fmul \(samples) \(result)second, \(splat("float \(FunctionWriter.float(2))", width))
                      \(result)two = fadd \(samples) \(result)first, \(result)twice
                      \(result)sum = fadd \(samples) \(result)two, \(result)third

                    """
            }
        }
        return text + "  \(result) = fmul \(samples) \(result)sum, \(splat("float \(scale)", width))\n"
    }

    /// Emits `result`, weighted sums over the rows of `count` neighbouring pixels.
    private func rowSum(_ result: String, _ channel: String, _ pixel: String, _ count: Int) -> String {
        let type = "<\(count) x float>"
        var text = ""
        for row in 0..<shape.rows {
            text += """
                  \(result)place\(row) = getelementptr float, ptr %\(channel)row\(row), i64 \(pixel)
                  \(result)\(row) = load \(type), ptr \(result)place\(row), align 4

                """
        }
        switch shape.rows {
        case 1: return text + "  \(result) = fadd \(type) \(result)0, \(splat("float -0.0", count))\n"
        case 2: return text + "  \(result) = fadd \(type) \(result)0, \(result)1\n"
        default:
            return text + """
                  \(result)twice = fmul \(type) \(result)1, \(splat("float \(FunctionWriter.float(2))", count))
                  \(result)two = fadd \(type) \(result)0, \(result)twice
                  \(result) = fadd \(type) \(result)two, \(result)2

                """
        }
    }

    /// Emits `result`, every other value of twice as many.
    private func half(_ result: String, of values: String, odd: Bool, _ width: Int) -> String {
        let type = "<\(2 * width) x float>"
        let places = (0..<width).map { "i32 \(2 * $0 + (odd ? 1 : 0))" }.joined(separator: ", ")
        return "  \(result) = shufflevector \(type) \(values), \(type) poison, <\(width) x i32> <\(places)>\n"
    }

    /// Emits `VALUEcode`, the integers for codes: limited, and rounded half up. NaN gives 0.
    func stored(_ value: String, _ width: Int) -> String {
        let (floats, ints, bools) = ("<\(width) x float>", "<\(width) x i32>", "<\(width) x i1>")
        func float(_ number: Float) -> String { splat("float \(FunctionWriter.float(number))", width) }
        func int(_ number: Int) -> String { splat("i32 \(number)", width) }
        let scale = Float(1 << fractionBits)
        let largest = float(Float(coding.maximumCode))
        return """
              \(value)is = fcmp ogt \(floats) \(value), zeroinitializer
              \(value)positive = select \(bools) \(value)is, \(floats) \(value), \(floats) zeroinitializer
              \(value)above = fcmp ogt \(floats) \(value)positive, \(largest)
              \(value)limited = select \(bools) \(value)above, \(floats) \(largest), \(floats) \(value)positive
              \(value)scaled = fmul \(floats) \(value)limited, \(float(scale))
              \(value)raised = fadd \(floats) \(value)scaled, \(float(0x1p23 + scale / 2))
              \(value)bits = bitcast \(floats) \(value)raised to \(ints)
              \(value)low = and \(ints) \(value)bits, \(int(0x7f_ffff))
              \(value)whole = lshr \(ints) \(value)low, \(int(fractionBits))
              \(value)moved = shl \(ints) \(value)whole, \(int(coding.storedUnit.trailingZeroBitCount))
              \(value)code = trunc \(ints) \(value)moved to <\(width) x \(code)>

            """
    }

    func splat(_ constant: String, _ count: Int) -> String {
        "<" + Array(repeating: constant, count: count).joined(separator: ", ") + ">"
    }
}
