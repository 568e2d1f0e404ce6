import KernelLanguage
import Testing

/// Compares values of expressions and statements with results that were computed by hand.
@Suite struct LanguageTests {
    @Test func operators() throws {
        #expect(try value(of: "return a + b * c - d / b;") == [5])
        #expect(try value(of: "return -(a - b) * +c;") == [3])
        #expect(
            try value(
                of: "int i = 17; return i % 5 + (i & 6) + (i | 8) + (i ^ 1) + (~i) + (i << 2) + (i >> 1);", type: "int")
                == [2 + 0 + 25 + 16 - 18 + 68 + 8])
        #expect(try value(of: "int i = -7; return i / 2 * 100 + i % 3;", type: "int") == [-301])
        #expect(try value(of: "return a < b && c < d || a > d ? 1.0 : 2.0;") == [1])
        #expect(try value(of: "return (a < b) ^^ (c < d) ? 1.0 : 2.0;") == [2])
        #expect(try value(of: "return !(a == b) ? 1.0 : 2.0;") == [1])
        #expect(
            try value(of: "return vec2(a, b) == vec2(1.0, 2.0) && vec2(a, b) != vec2(1.0, 3.0) ? 1.0 : 2.0;") == [1])
        #expect(try value(of: "return a > b ? 1.0 : b > c ? 2.0 : c > d ? 3.0 : 4.0;") == [4])
        #expect(
            try value(
                of:
                    "int i = 5; i += 2; i *= 3; i -= 1; i /= 2; i %= 6; i <<= 2; i |= 1; i &= 13; i ^= 2; i >>= 1; return i;",
                type: "int") == [1])
        #expect(try value(of: "return (a, b, c);") == [3])
        #expect(try value(of: "ivec2 v = ivec2(7, 9) % 4 + ivec2(1, 2) * 3; return vec2(v);", type: "vec2") == [6, 7])
    }

    @Test func orderOfEffects() throws {
        #expect(try value(of: "float x = a; float y = x++ + x; return x * 10.0 + y;") == [23])
        #expect(try value(of: "float x = a; float y = ++x * x--; return x * 10.0 + y;") == [14])
        #expect(try value(of: "float x = a; return x + (x = 5.0) + x;") == [11])
        #expect(try value(of: "vec2 v = vec2(a, b); v = v.yx; return v;", type: "vec2") == [2, 1])
        #expect(try value(of: "vec2 v = vec2(a, b); v.xy = v.yx + (v.x += 1.0); return v;", type: "vec2") == [4, 3])
        #expect(
            try value(
                of:
                    "int i = 0; float x[3]; x[i++] = a; x[i++] = b; x[i] = c; return x[0] + 10.0 * x[1] + 100.0 * x[2] + 1000.0 * float(i);"
            ) == [2321])
        #expect(
            try value(of: "int i = 0; float x[2]; x[0] = 1.0; x[1] = 5.0; x[i++] += 3.0; return x[0] * 10.0 + x[1];")
                == [45])
        // The right side of && and || runs only where it decides.
        #expect(try value(of: "float n = 0.0; bool r = a > b && (n = 1.0) > 0.0; return n;") == [0])
        #expect(try value(of: "float n = 0.0; bool r = a < b || (n = 1.0) > 0.0; return n;") == [0])
        #expect(try value(of: "float n = 0.0; bool r = a < b && (n = 1.0) > 0.0; return r ? n : 5.0;") == [1])
        #expect(try value(of: "float n = 0.0; float r = a < b ? (n += 1.0) : (n += 2.0); return n * 10.0 + r;") == [11])
    }

    @Test func loops() throws {
        #expect(try value(of: "float s = 0.0; float i = a; while (i < 5.0) { s += i; i += 1.0; } return s;") == [10])
        #expect(try value(of: "float i = d; do { i += 1.0; } while (i < 3.0); return i;") == [5])
        #expect(
            try value(
                of: "int n = 0; do { n++; if (n == 2) continue; if (n > 4) break; } while (n < 100); return n;",
                type: "int") == [5])
        #expect(
            try value(
                of:
                    "float s = 0.0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j > i) break; s += 1.0; } return s;"
            ) == [6])
        #expect(
            try value(of: "float s = 0.0; for (int i = 0; i < 4; i++) { float x; x += float(i); s += x; } return s;")
                == [6])
        #expect(
            try value(
                of: "float s = 0.0; for (int i = 0; i < 3; i++) { float x[2]; x[0] += 1.0; s += x[0]; } return s;") == [
                    3
                ])
        #expect(try value(of: "float s = a; for (;;) { s *= 2.0; if (s > 20.0) return s; }") == [32])
        #expect(
            try value(
                of:
                    "float x = a, y = b; for (int i = 0; i < 5; i++) { float t = x; x = y; y = t; } return x * 10.0 + y;"
            ) == [21])
        #expect(try value(of: "int i = 9; for (int i = 0; i < 2; i++) ; return i;", type: "int") == [9])
        #expect(try value(of: "while (bool go = a > 5.0) { return 1.0; } return 2.0;") == [2])
    }

    @Test func functionsAndDirections() throws {
        let text = """
            void split(in float x, out float whole, inout float count) { whole = floor(x); count += 1.0; x = 99.0; }
            float early(float x) { if (x < 0.0) return -1.0; if (x > 10.0) { return 1.0; } else if (x > 5.0) return 0.5; return 0.0; }
            float area(float r) { return r * r; }
            float area(vec2 s) { return s.x * s.y; }
            float area(int n) { return 1000.0; }
            float total(float v[3]) { v[0] += 100.0; return v[0] + v[1] + v[2]; }
            void fill(out float v[3], const float x) { for (int i = 0; i < 3; i++) v[i] = x * float(i); }
            kernel vec4 k(float x) {
                float w = 5.0; float n = 0.0; vec4 r = vec4(0.0);
                split(x, w, n); split(x * 2.0, r.z, n);
                float list[3]; fill(list, 2.0);
                float t = total(list);
                return vec4(w + n * 10.0, early(x) + early(-x) + early(7.0) + early(11.0), r.z + area(2.0) + area(vec2(2.0, 3.0)) + area(2), t + list[0]);
            }
            """
        #expect(try evaluate(text, .init(arguments: [[1.75]])) == [21, 0.5, 3 + 4 + 6 + 1000, 106])
    }

    @Test func matrices() throws {
        // m = | 1 3 |, written by columns.
        //     | 2 4 |
        #expect(try value(of: "mat2 m = mat2(1, 2, 3, 4); return m * vec2(a, b);", type: "vec2") == [7, 10])
        #expect(try value(of: "mat2 m = mat2(1, 2, 3, 4); return vec2(a, b) * m;", type: "vec2") == [5, 11])
        #expect(
            try value(
                of: "mat2 m = mat2(1, 2, 3, 4); mat2 n = m * mat2(0, 1, 1, 0); return vec4(n[0], n[1]);", type: "vec4")
                == [3, 4, 1, 2])
        #expect(
            try value(of: "mat2 m = mat2(a); m += 1.0; m *= 2.0; return vec4(m[0], m[1]);", type: "vec4") == [
                4, 2, 2, 4,
            ])
        #expect(
            try value(
                of:
                    "mat2 m = mat2(1.0); m[1] = vec2(c, d); m[0].y = 7.0; m[int(a)][0] += 1.0; return vec4(m[0], m[1]);",
                type: "vec4") == [1, 7, 4, 4])
        #expect(try value(of: "mat3 m = mat3(mat2(1, 2, 3, 4)); return m[2] + m[0];", type: "vec3") == [1, 2, 1])
        #expect(try value(of: "vec2 v = vec2(a, b); v *= mat2(0, 1, 1, 0); return v;", type: "vec2") == [2, 1])
        #expect(
            try value(of: "mat2 m = mat2(vec2(a, b), c, d); return vec4(-m[0], (m - m)[1]);", type: "vec4") == [
                -1, -2, 0, 0,
            ])
        #expect(try value(of: "mat4 m = mat4(2.0); return m * vec4(a, b, c, d);", type: "vec4") == [2, 4, 6, 8])
        #expect(try value(of: "return mat2(a) == mat2(1.0) ? 1.0 : 0.0;") == [1])
        for size in 2...4 {
            let entries = (0..<size * size).map { (index: Int) -> String in
                let entry = (index * index * 7 + 3 * index + 5) % 11
                return "\(entry).0"
            }
            let columns = entries.joined(separator: ", ")
            let text =
                "mat\(size) m = mat\(size)(\(columns)); mat\(size) p = inverse(m) * m; float e = 0.0; "
                + "for (int i = 0; i < \(size); i++) for (int j = 0; j < \(size); j++) e += abs(p[i][j] - (i == j ? 1.0 : 0.0)); return e;"
            #expect(try value(of: text)[0] < 1e-3)
        }
        #expect(
            try value(
                of:
                    "return determinant(mat3(2, 0, 0, 0, 3, 0, 0, 0, 4)) + determinant(mat2(1, 2, 3, 4)) + determinant(mat4(2.0));"
            ) == [38])
        #expect(
            try value(of: "mat3 t = transpose(mat3(1, 2, 3, 4, 5, 6, 7, 8, 9)); return t[1];", type: "vec3") == [
                2, 5, 8,
            ])
        #expect(
            try value(of: "mat2 o = outerProduct(vec2(a, b), vec2(c, d)); return vec4(o[0], o[1]);", type: "vec4") == [
                3, 6, 4, 8,
            ])
    }

    @Test func arrays() throws {
        #expect(try value(of: "float w[] = float[](a, b, c); return w[0] + w[1] * w[2] + float(w.length());") == [10])
        #expect(
            try value(
                of: "const vec2 p[2] = vec2[2](vec2(1, 2), vec2(3, 4)); int i = int(b) - 1; return p[i].yx;",
                type: "vec2") == [4, 3])
        #expect(try value(of: "float w[3] = { a, b, c }; float v[3]; v = w; v[1] = 9.0; return v[1] + w[1];") == [11])
        #expect(
            try value(
                of: "vec3 v[4]; for (int i = 0; i < 4; i++) { v[i].zx = vec2(i); v[i][1] = 1.0; } return v[3];",
                type: "vec3") == [3, 1, 3])
        #expect(
            try value(
                of: "mat2 m[2]; int i = int(a); m[i][i][i] = 5.0; m[1][0] = vec2(a, b); return vec4(m[1][0], m[1][1]);",
                type: "vec4") == [1, 2, 0, 5])
        // Indices are clamped to the valid range.
        #expect(try value(of: "float w[3] = { a, b, c }; int i = int(d) * 5; return w[i] + w[-i] * 10.0;") == [13])
        #expect(try value(of: "vec3 v = vec3(a, b, c); int i = 100; i *= int(a); return v[i];") == [3])
    }

    @Test func scopes() throws {
        #expect(try value(of: "float x = a; { float x = b; x = 9.0; } if (true) { float x = 3.0; } return x;") == [1])
        #expect(try value(of: "float a = 5.0; return a;") == [5])
        let globals =
            "float state = 1.0; void bump() { state *= 2.0; } kernel vec4 k() { bump(); bump(); float before = state; bump(); return vec4(before, state, 0.0, 0.0); }"
        #expect(try evaluate(globals) == [4, 8, 0, 0])
    }

    @Test func constructors() throws {
        #expect(
            try value(of: "return vec4(vec2(a, b), vec2(c, d)) + vec4(a, vec3(1)) + vec4(vec3(1), 1);", type: "vec4")
                == [3, 4, 5, 6])
        #expect(try value(of: "return vec2(float(true), float(int(2.9)) + float(bool(a)));", type: "vec2") == [1, 3])
        #expect(
            try value(of: "return vec3(ivec3(1.9, -1.9, 2)) + vec3(bvec3(0.0, 2.0, -1.0));", type: "vec3") == [1, 0, 3])
        #expect(try value(of: "return int(-1.5) + int(true);", type: "int") == [0])
        #expect(try value(of: "return float(vec3(b, c, d));") == [2])
    }
}
