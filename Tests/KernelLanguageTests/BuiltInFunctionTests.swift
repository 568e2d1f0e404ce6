import Foundation
import KernelLanguage
import Testing

/// Compares the built-in functions of the kernel language with their published formulas. `a`, `b`, `c` and `d` are 1,
/// 2, 3 and 4.
@Suite struct BuiltInFunctionTests {
    func near(_ values: [Float], _ expected: [Double], location: SourceLocation = #_sourceLocation) {
        #expect(values.count == expected.count, sourceLocation: location)
        for (value, want) in zip(values, expected) {
            #expect(
                abs(Double(value) - want) <= 2e-6 * max(1, abs(want)), "\(value) is not \(want)",
                sourceLocation: location)
        }
    }

    @Test func oneArgumentFunctions() throws {
        let functions: [(String, (Double) -> Double)] = [
            ("sin", { sin($0) }), ("cos", { cos($0) }), ("tan", { tan($0) }), ("asin", { asin($0) }),
            ("acos", { acos($0) }),
            ("atan", { atan($0) }), ("sinh", { sinh($0) }), ("cosh", { cosh($0) }), ("tanh", { tanh($0) }),
            ("asinh", { asinh($0) }),
            ("atanh", { atanh($0) }), ("exp", { exp($0) }), ("exp2", { exp2($0) }), ("abs", { abs($0) }),
            ("floor", { floor($0) }),
            ("ceil", { ceil($0) }), ("fract", { $0 - floor($0) }), ("trunc", { trunc($0) }),
            ("round", { $0.rounded() }),
            ("sign", { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }), ("radians", { $0 * .pi / 180 }),
            ("degrees", { $0 * 180 / .pi }),
            ("sin_", { sin($0) }), ("cos_", { cos($0) }), ("tan_", { tan($0) }),
            (
                "srgb_to_linear",
                { x in
                    let size = abs(x)
                    return (x < 0 ? -1 : 1) * (size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4))
                }
            ),
            (
                "linear_to_srgb",
                { x in
                    let size = abs(x)
                    return (x < 0 ? -1 : 1) * (size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055)
                }
            ),
        ]
        for (name, oracle) in functions {
            for x in [-0.75, -0.25, 0, 0.001, 0.03, 0.5, 0.9] {
                near(try value(of: "return \(name)(\(x) * a);"), [oracle(Double(Float(x)))])
            }
            let pair = try value(of: "return \(name)(vec3(0.25, 0.5, -0.5) * a);", type: "vec3")
            near(pair, [0.25, 0.5, -0.5].map(oracle))
        }
        for (name, oracle) in [
            ("log", { log($0) }), ("log2", { log2($0) }), ("sqrt", { sqrt($0) }), ("inversesqrt", { 1 / sqrt($0) }),
            ("acosh", { acosh($0) }),
        ] as [(String, (Double) -> Double)] {
            near(try value(of: "return \(name)(vec4(a, b, c, d));", type: "vec4"), [1, 2, 3, 4].map(oracle))
        }
        near(
            try value(
                of: "return vec4(roundEven(a * 0.5), roundEven(a * 1.5), round(a * 2.5), round(a * -2.5));",
                type: "vec4"), [0, 2, 3, -3])
    }

    @Test func commonFunctions() throws {
        near(
            try value(of: "return vec4(mod(d, c), mod(-a, c), mod(a, -c), mod(vec2(5.0), 3.0).y);", type: "vec4"),
            [1, 2, -2, 2])
        near(
            try value(
                of: "return vec4(min(a, b), max(a, b), min(vec2(a, d), b).y, max(vec2(a, d), vec2(b)).x);", type: "vec4"
            ), [1, 2, 2, 2])
        near(try value(of: "return clamp(vec3(a, b, d), 1.5, 3.5);", type: "vec3"), [1.5, 2, 3.5])
        near(try value(of: "return clamp(vec2(a, b), vec2(3.0), vec2(4.0)) + clamp(a, b, c);", type: "vec2"), [5, 5])
        near(
            try value(
                of:
                    "return vec4(mix(a, c, 0.25), mix(vec2(a), vec2(c), vec2(0.0, 1.0)), mix(vec2(a), vec2(c), 0.5).x);",
                type: "vec4"), [1.5, 1, 3, 2])
        near(try value(of: "return mix(vec2(a, b), vec2(c, d), bvec2(true, false));", type: "vec2"), [3, 2])
        near(try value(of: "return vec3(step(b, a), step(b, vec2(b, c)));", type: "vec3"), [0, 1, 1])
        near(
            try value(
                of: "return vec3(smoothstep(a, c, 1.5), smoothstep(vec2(a), vec2(c), vec2(0.0, 9.0)));", type: "vec3"),
            [0.15625, 0, 1])
        near(try value(of: "float i; float f = modf(-3.75 * a, i); return vec2(f, i);", type: "vec2"), [-0.75, -3])
        near(
            try value(of: "return vec4(isnan(a / 0.0 - a / 0.0), isinf(a / 0.0), isnan(a), isinf(a));", type: "vec4"),
            [1, 1, 0, 0])
        near(
            try value(of: "return vec4(pow(b, c), atan(a, b), atan(-a, -b), abs(int(-d)));", type: "vec4"),
            [8, atan2(1, 2), atan2(-1, -2), 4])
        near(
            try value(of: "return vec4(min(int(c), 2), max(ivec2(1, 5), 3), clamp(9, 0, int(d)));", type: "vec4"),
            [2, 3, 5, 4])
        near(
            try value(of: "return vec3(compare(vec3(-a, 0.0, a), vec3(10.0), vec3(20.0)));", type: "vec3"),
            [10, 20, 20])
        near(try value(of: "return vec4(cossin(a), sincos(b));", type: "vec4"), [cos(1), sin(1), sin(2), cos(2)])
        near(try value(of: "return vec4(cossin_(a), sincos_(b));", type: "vec4"), [cos(1), sin(1), sin(2), cos(2)])
    }

    @Test func geometry() throws {
        near(
            try value(
                of:
                    "return vec4(dot(vec3(a, b, c), vec3(d, c, b)), length(vec2(c, d)), distance(vec2(a), vec2(d, 5.0)), length(-a));",
                type: "vec4"), [16, 5, 5, 1])
        near(try value(of: "return cross(vec3(a, b, c), vec3(-b, d, a));", type: "vec3"), [2 - 12, -6 - 1, 4 + 4])
        near(try value(of: "return vec3(normalize(vec2(c, d)), normalize(-d));", type: "vec3"), [0.6, 0.8, -1])
        near(
            try value(
                of: "return vec4(reflect(vec2(a, -b), vec2(0.0, 1.0)), faceforward(vec2(a), vec2(b), vec2(-c)));",
                type: "vec4"), [1, 2, 1, 1])
        // Snell: sin t = eta · sin i.
        let inAngle = 0.5, eta = 0.7
        let outAngle = asin(eta * sin(inAngle))
        near(
            try value(of: "return refract(vec2(sin(0.5), -cos(0.5)) * a, vec2(0.0, 1.0), 0.7);", type: "vec2"),
            [sin(outAngle), -cos(outAngle)])
        near(
            try value(of: "return refract(vec2(sin(1.5), -cos(1.5)) * a, vec2(0.0, 1.0), 1.5);", type: "vec2"), [0, 0])
        near(
            try value(
                of: "mat2 m = matrixCompMult(mat2(1, 2, 3, 4), mat2(a, b, c, d)); return vec4(m[0], m[1]);",
                type: "vec4"), [1, 4, 9, 16])
    }

    @Test func comparisons() throws {
        for (name, oracle) in [
            ("lessThan", { $0 < $1 }), ("lessThanEqual", { $0 <= $1 }), ("greaterThan", { $0 > $1 }),
            ("greaterThanEqual", { $0 >= $1 }),
            ("equal", { $0 == $1 }), ("notEqual", { $0 != $1 }),
        ] as [(String, (Int, Int) -> Bool)] {
            let expected = [1, 2, 3].map { oracle($0, 2) ? 1.0 : 0.0 }
            near(try value(of: "return vec3(\(name)(vec3(a, b, c), vec3(2.0)));", type: "vec3"), expected)
            near(try value(of: "return vec3(\(name)(ivec3(1, 2, 3), ivec3(int(b))));", type: "vec3"), expected)
        }
        near(
            try value(
                of: "bvec3 t = lessThan(vec3(a, b, c), vec3(b)); return vec4(any(t), all(t), not(t).xy);", type: "vec4"),
            [1, 0, 0, 1])
        near(try value(of: "return vec2(equal(bvec2(true, false), bvec2(true)));", type: "vec2"), [1, 0])
    }

    @Test func colours() throws {
        near(try value(of: "return premultiply(vec4(a, b, c, 0.5));", type: "vec4"), [0.5, 1, 1.5, 0.5])
        near(try value(of: "return unpremultiply(vec4(a, b, c, 0.5));", type: "vec4"), [2, 4, 6, 0.5])
        near(try value(of: "return unpremultiply(vec4(a, b, c, 0.0));", type: "vec4"), [1, 2, 3, 0])
        near(
            try value(of: "return srgb_to_linear(vec4(a * 0.5, 0.0, 1.0, 0.5));", type: "vec4"),
            [pow((0.5 + 0.055) / 1.055, 2.4), 0, 1, 0.5])
    }

    @Test func everyPreludeFunctionCompiles() throws {
        // Calls each signature that other tests don't call. An error in its body would stay unnoticed otherwise.
        for type in ["float", "vec2", "vec3", "vec4"] {
            for call in [
                "mod(x, x)", "min(x, x)", "max(x, x)", "clamp(x, x, x)", "mix(x, x, x)", "step(x, x)",
                "smoothstep(x, x, x)", "pow(x, x)",
                "atan(x, x)", "faceforward(x, x, x)", "reflect(x, x)", "refract(x, x, 1.0)", "normalize(x)",
                "compare(x, x, x)", "modf(x, y)",
            ] {
                _ = try compile(
                    "\(type) f(\(type) x) { \(type) y; return \(call); } kernel vec4 k(\(type) x) { return vec4(length(f(x))); }"
                )
            }
        }
    }
}
