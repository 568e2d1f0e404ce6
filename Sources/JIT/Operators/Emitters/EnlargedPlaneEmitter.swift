import ImageGraph

/// Emits the functions that interpolate codes of luma and chroma from half as many rows and columns, see
/// `PlaneFunctions.Enlarging`.
///
/// The arithmetic is that of the portable code, in the same order, so that both give the same integers.
struct EnlargedPlaneEmitter {
    let planes: PlaneEmitter

    static let middleName = "middle_row"
    static let sumName = "sum_rows"
    static let lumaName = "store_enlarged_luma"

    /// All functions.
    var definitions: String {
        function(Self.middleName, "ptr %rows, ptr %result, i64 %count", addresses(4), middleBody)
            + function(
                Self.sumName, "ptr %rows, ptr %weights, ptr %result, i64 %count", addresses(5) + weights, sumBody)
            + function(Self.lumaName, "ptr %values, ptr %target, i64 %count", "", lumaBody)
    }

    private func function(
        _ name: String, _ parameters: String, _ head: String, _ body: (_ name: String, _ width: Int) -> String
    ) -> String {
        "define void @\(name)(\(parameters)) #0 {\nentry:\n" + head + planes.loops(body)
    }

    /// Emits the loading of addresses from `%rows`.
    private func addresses(_ count: Int) -> String {
        (0..<count).map { row in
            """
              %place\(row) = getelementptr ptr, ptr %rows, i64 \(row)
              %row\(row) = load ptr, ptr %place\(row), align 8

            """
        }.joined()
    }

    /// Emits the loading of five weights, for every number of lanes.
    private var weights: String {
        (0..<5).map { index in
            var text = """
                  %weight.place\(index) = getelementptr float, ptr %weights, i64 \(index)
                  %weight\(index) = load float, ptr %weight.place\(index), align 4

                """
            for width in [planes.lanes, 1] {
                let (name, type) = ("%w\(index).\(width)", "<\(width) x float>")
                text += """
                      \(name).first = insertelement \(type) poison, float %weight\(index), i64 0
                      \(name) = shufflevector \(type) \(name).first, \(type) poison, <\(width) x i32> zeroinitializer

                    """
            }
            return text
        }.joined()
    }

    /// Emits `result`, the values of a row from index `x` on.
    private func loaded(_ result: String, _ row: String, _ x: String, _ width: Int) -> String {
        """
          \(result).place = getelementptr float, ptr \(row), i64 \(x)
          \(result) = load <\(width) x float>, ptr \(result).place, align 4

        """
    }

    private func stored(_ value: String, _ name: String, _ width: Int) -> String {
        """
          %\(name).target = getelementptr float, ptr %result, i64 %\(name).x
          store <\(width) x float> \(value), ptr %\(name).target, align 4

        """
    }

    /// Emits `result`, the values in the middle between b and c of cubic polynomials through a, b, c and d.
    private func middle(_ result: String, _ values: [String], _ width: Int) -> String {
        let type = "<\(width) x float>"
        let (inner, outer) = (
            planes.splat("float \(FunctionWriter.float(PlaneFunctions.innerWeight))", width),
            planes.splat("float \(FunctionWriter.float(PlaneFunctions.outerWeight))", width)
        )
        return """
              \(result).near = fadd \(type) \(values[1]), \(values[2])
              \(result).far = fadd \(type) \(values[0]), \(values[3])
              \(result).more = fmul \(type) \(result).near, \(inner)
              \(result).less = fmul \(type) \(result).far, \(outer)
              \(result) = fsub \(type) \(result).more, \(result).less

            """
    }

    private func middleBody(_ name: String, _ width: Int) -> String {
        let values = (0..<4).map { "%\(name).v\($0)" }
        return values.enumerated().map { loaded($1, "%row\($0)", "%\(name).x", width) }.joined()
            + middle("%\(name).middle", values, width) + stored("%\(name).middle", name, width)
    }

    private func sumBody(_ name: String, _ width: Int) -> String {
        let type = "<\(width) x float>"
        var text = ""
        for row in 0..<5 {
            text += loaded("%\(name).v\(row)", "%row\(row)", "%\(name).x", width)
            text += "  %\(name).p\(row) = fmul \(type) %\(name).v\(row), %w\(row).\(width)\n"
        }
        return text + """
              %\(name).outer = fadd \(type) %\(name).p0, %\(name).p4
              %\(name).inner = fadd \(type) %\(name).p1, %\(name).p3
              %\(name).both = fadd \(type) %\(name).outer, %\(name).inner
              %\(name).sum = fadd \(type) %\(name).both, %\(name).p2

            """ + stored("%\(name).sum", name, width)
    }

    private func lumaBody(_ name: String, _ width: Int) -> String {
        let values = (0..<4).map { "%\(name).v\($0)" }
        let code = planes.code
        let order = (0..<2 * width).map { "i32 \($0 % 2 * width + $0 / 2)" }.joined(separator: ", ")
        var text = ""
        for (index, value) in values.enumerated() {
            text += "  \(value).x = add i64 %\(name).x, \(index - 1)\n" + loaded(value, "%values", "\(value).x", width)
        }
        return text + middle("%\(name).middle", values, width) + planes.stored(values[1], width)
            + planes.stored("%\(name).middle", width) + """
                  %\(name).pairs = shufflevector <\(width) x \(code)> \(values[1])code, <\(width) x \(code)> %\(name).middlecode, <\(2 * width) x i32> <\(order)>
                  %\(name).double = mul i64 %\(name).x, 2
                  %\(name).target = getelementptr \(code), ptr %target, i64 %\(name).double
                  store <\(2 * width) x \(code)> %\(name).pairs, ptr %\(name).target, align \(planes.codeBytes)

                """
    }
}
