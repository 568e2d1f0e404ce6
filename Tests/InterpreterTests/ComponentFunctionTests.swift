import Foundation
import Testing

/// Tests functions that work on each component, for scalars and vectors of every size, with edge values.
@Suite struct ComponentFunctionTests {
    /// The same function of one operand on 4 scalars, 2 vec2, vec3 and scalar, and one vec4.
    private func check(_ name: String, _ formula: (Float) -> Float?) throws {
        let f = name
        for expression in [
            "vec4(\(f)(a.x), \(f)(a.y), \(f)(a.z), \(f)(a.w))", "vec4(\(f)(a.xy), \(f)(a.zw))",
            "vec4(\(f)(a.xyz), \(f)(a.w))", "\(f)(a)",
        ] {
            let failures = try FunctionProbe.failures(expression, over: FunctionProbe.edgeRows) { row in
                (0..<4).map { formula(row.a[$0]) }
            }
            #expect(failures.isEmpty, "\(failures.prefix(3))")
        }
    }

    private func check(_ name: String, withScalar: Bool = false, _ formula: (Float, Float) -> Float?) throws {
        let f = name
        for expression in [
            "vec4(\(f)(a.x, b.x), \(f)(a.y, b.y), \(f)(a.z, b.z), \(f)(a.w, b.w))",
            "vec4(\(f)(a.xy, b.xy), \(f)(a.zw, b.zw))",
            "vec4(\(f)(a.xyz, b.xyz), \(f)(a.w, b.w))", "\(f)(a, b)",
        ] {
            let failures = try FunctionProbe.failures(expression, over: FunctionProbe.edgeRows) { row in
                (0..<4).map { formula(row.a[$0], row.b[$0]) }
            }
            #expect(failures.isEmpty, "\(failures.prefix(3))")
        }
        guard withScalar else { return }
        let failures = try FunctionProbe.failures("\(f)(a, b.y)", over: FunctionProbe.edgeRows) { row in
            (0..<4).map { formula(row.a[$0], row.b.y) }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
    }

    private func check(_ expressions: [String], _ formula: (Float, Float, Float) -> Float?) throws {
        for expression in expressions {
            let failures = try FunctionProbe.failures(expression, over: FunctionProbe.edgeRows) { row in
                (0..<4).map { formula(row.a[$0], row.b[$0], row.c[$0]) }
            }
            #expect(failures.isEmpty, "\(failures.prefix(3))")
        }
    }

    /// Angles beyond 2¹⁵ are outside what the language promises.
    private func angle(_ f: @escaping (Double) -> Double) -> (Float) -> Float? {
        { abs($0) > 32_768 && $0.isFinite ? nil : Float(f(Double($0))) }
    }

    private func double(_ f: @escaping (Double) -> Double) -> (Float) -> Float? { { Float(f(Double($0))) } }

    @Test func angles() throws {
        try check("radians", double { $0 * .pi / 180 })
        try check("degrees", double { $0 / .pi * 180 })
        for name in ["sin", "sin_"] { try check(name, angle { Foundation.sin($0) }) }
        for name in ["cos", "cos_"] { try check(name, angle { Foundation.cos($0) }) }
        for name in ["tan", "tan_"] { try check(name, angle { Foundation.tan($0) }) }
        try check("asin", double { Foundation.asin($0) })
        try check("acos", double { Foundation.acos($0) })
        try check("atan", double { Foundation.atan($0) })
        try check("atan") { y, x in Float(Foundation.atan2(Double(y), Double(x))) }
    }

    @Test func hyperbolic() throws {
        try check("sinh", double { Foundation.sinh($0) })
        try check("cosh", double { Foundation.cosh($0) })
        try check("tanh", double { Foundation.tanh($0) })
        try check("asinh", double { Foundation.asinh($0) })
        try check("acosh", double { Foundation.acosh($0) })
        try check("atanh", double { Foundation.atanh($0) })
    }

    @Test func powers() throws {
        try check("exp", double { Foundation.exp($0) })
        try check("exp2", double { Foundation.exp2($0) })
        try check("log", double { Foundation.log($0) })
        try check("log2", double { Foundation.log2($0) })
        try check("sqrt", double { Foundation.sqrt($0) })
        try check("inversesqrt") { $0 == 0 ? .infinity : Float(1 / Foundation.sqrt(Double($0))) }
        try check("pow") { a, b in Float(Foundation.pow(Double(a), Double(b))) }
    }

    @Test func numbers() throws {
        try check("abs", double { Foundation.fabs($0) })
        try check("sign") { $0.isNaN ? .nan : $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        try check("floor", double { Foundation.floor($0) })
        try check("ceil", double { Foundation.ceil($0) })
        try check("trunc", double { Foundation.trunc($0) })
        try check("round", double { Foundation.round($0) })
        try check("roundEven", double { Foundation.rint($0) })
        try check("fract") { $0 - Float(Foundation.floor(Double($0))) }
        try check("mod", withScalar: true) { x, y in x - y * Float(Foundation.floor(Double(x / y))) }
        // With NaN, the operand order matters: y replaces x only if the comparison is true.
        try check("min", withScalar: true) { x, y in y < x ? y : x }
        try check("max", withScalar: true) { x, y in x < y ? y : x }
    }

    @Test func choices() throws {
        let clamped: (Float, Float, Float) -> Float = { x, low, high in
            let lifted = x < low ? low : x
            return high < lifted ? high : lifted
        }
        try check(
            ["clamp(a, b, c)", "vec4(clamp(a.xy, b.xy, c.xy), clamp(a.z, b.z, c.z), clamp(a.w, b.w, c.w))"], clamped)
        try check(["compare(a, b, c)", "vec4(compare(a.xyz, b.xyz, c.xyz), compare(a.w, b.w, c.w))"]) { x, y, z in
            x < 0 ? y : z
        }
        try check(["step(a, b)", "vec4(step(a.xy, b.xy), step(a.z, b.z), step(a.w, b.w))"]) { edge, x, _ in
            x < edge ? 0 : 1
        }
        try check(["mix(a, b, c)", "vec4(mix(a.x, b.x, c.x), mix(a.yzw, b.yzw, c.yzw))"]) { x, y, t in
            x * (1 - t) + y * t
        }
        let smooth: (Float, Float, Float) -> Float = { low, high, x in
            let t = clamped((x - low) / (high - low), 0, 1)
            return t * t * (3 - 2 * t)
        }
        try check(["smoothstep(a, b, c)", "vec4(smoothstep(a.x, b.x, c.x), smoothstep(a.yzw, b.yzw, c.yzw))"], smooth)
        try check(["mix(a, b, lessThan(b, c))"]) { x, y, z in y < z ? y : x }
    }

    /// Scalars where a vector is expected.
    @Test func scalarOperands() throws {
        let rows = FunctionProbe.edgeRows
        let cases: [(String, (FunctionProbe.Row) -> [Float?])] = [
            ("clamp(a, 0.25, 2.0)", { row in (0..<4).map { row.a[$0] < 0.25 ? 0.25 : row.a[$0] > 2 ? 2 : row.a[$0] } }),
            ("step(0.5, a)", { row in (0..<4).map { row.a[$0] < 0.5 ? 0 : 1 } }),
            ("mix(a, b, c.x)", { row in (0..<4).map { row.a[$0] * (1 - row.c.x) + row.b[$0] * row.c.x } }),
            (
                "smoothstep(-1.0, 3.0, a)",
                { row in
                    (0..<4).map { component in
                        let a = row.a[component]
                        if a.isNaN { return nil }
                        let t = min(max((a + 1) / 4, 0), 1)
                        return t * t * (3 - 2 * t)
                    }
                }
            ),
        ]
        for (expression, formula) in cases {
            let failures = try FunctionProbe.failures(expression, over: rows, formula)
            #expect(failures.isEmpty, "\(failures.prefix(3))")
        }
    }

    @Test func classification() throws {
        let cases: [(String, (FunctionProbe.Row) -> [Float?])] = [
            ("vec4(isnan(a))", { row in (0..<4).map { row.a[$0].isNaN ? 1 : 0 } }),
            ("vec4(isinf(a))", { row in (0..<4).map { row.a[$0].isInfinite ? 1 : 0 } }),
            ("vec4(lessThan(a, b))", { row in (0..<4).map { row.a[$0] < row.b[$0] ? 1 : 0 } }),
            ("vec4(lessThanEqual(a, b))", { row in (0..<4).map { row.a[$0] <= row.b[$0] ? 1 : 0 } }),
            ("vec4(greaterThan(a, b))", { row in (0..<4).map { row.a[$0] > row.b[$0] ? 1 : 0 } }),
            ("vec4(greaterThanEqual(a, b))", { row in (0..<4).map { row.a[$0] >= row.b[$0] ? 1 : 0 } }),
            ("vec4(equal(a, b))", { row in (0..<4).map { row.a[$0] == row.b[$0] ? 1 : 0 } }),
            ("vec4(notEqual(a, b))", { row in (0..<4).map { row.a[$0] != row.b[$0] ? 1 : 0 } }),
            ("vec4(not(lessThan(a, b)))", { row in (0..<4).map { row.a[$0] < row.b[$0] ? 0 : 1 } }),
            (
                "vec4(any(lessThan(a.xy, b.xy)), any(lessThan(a.xyz, b.xyz)), any(lessThan(a, b)), all(lessThan(a.xy, b.xy)))",
                { row in
                    let less = (0..<4).map { row.a[$0] < row.b[$0] }
                    return [
                        less[0] || less[1] ? 1 : 0, less[0] || less[1] || less[2] ? 1 : 0, less.contains(true) ? 1 : 0,
                        less[0] && less[1] ? 1 : 0,
                    ]
                }
            ),
            (
                "vec4(all(lessThan(a.xyz, b.xyz)), all(lessThan(a, b)), a.x < b.x || a.y < b.y, a.x < b.x ^^ a.y < b.y)",
                { row in
                    let less = (0..<4).map { row.a[$0] < row.b[$0] }
                    return [
                        less[0] && less[1] && less[2] ? 1 : 0, less.contains(false) ? 0 : 1, less[0] || less[1] ? 1 : 0,
                        less[0] != less[1] ? 1 : 0,
                    ]
                }
            ),
        ]
        for (expression, formula) in cases {
            let failures = try FunctionProbe.failures(expression, over: FunctionProbe.edgeRows, formula)
            #expect(failures.isEmpty, "\(failures.prefix(3))")
        }
    }
}
