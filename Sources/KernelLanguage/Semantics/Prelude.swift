/// The built-in functions, written in the kernel language.
///
/// A prototype without a body is one instruction per component. `BuiltInOperation` maps it to an opcode.
/// `genF genI genB` stand for a scalar or vector of 1…4 components, `vecF vecI vecB` for a vector of 2…4. All generic
/// types of a call have the same size. User code can't call functions whose names begin with `__`.
enum Prelude {
    /// Functions by name, in source order.
    static let functions: [String: [FunctionSyntax]] = Dictionary(grouping: parsed.functions, by: \.name)
    /// The syntax tree that contains the functions' bodies.
    static let tree: SyntaxTree = parsed.tree
    /// Names that user code may call, for suggestions.
    static let names: [String] = Set(functions.keys).filter { !$0.hasPrefix("__") }.sorted()

    static let types: [String: KernelType] = {
        var types = TypeName.types
        for (letter, scalar) in [("F", ScalarType.float), ("I", .int), ("B", .bool)] {
            types["gen" + letter] = KernelType(.generic(scalar, smallest: 1))
            types["vec" + letter] = KernelType(.generic(scalar, smallest: 2))
        }
        return types
    }()

    private static let parsed: (tree: SyntaxTree, functions: [FunctionSyntax]) = {
        var sink = DiagnosticSink(limit: 1)
        let source = KernelSource(text: text, file: "<built-in functions>")
        let tokens = Lexer.tokens(of: source, limits: .standard, sink: &sink)
        var parser = Parser(tokens, limits: .standard, sink: sink, types: types)
        parser.declarations()
        let problems = DiagnosticRenderer(source: source).render(parser.sink.sorted)
        precondition(!parser.sink.hasErrors, "the built-in functions do not parse: \(problems)")
        let functions = parser.tree.declarations.compactMap { declaration -> FunctionSyntax? in
            if case .function(let function) = declaration { function } else { nil }
        }
        return (parser.tree, functions)
    }()

    private static let text = """
        // Images and places
        vec2 destCoord();
        vec4 sample(sampler s, vec2 point);
        float __a(sampler s); float __b(sampler s); float __c(sampler s); float __d(sampler s);
        float __tx(sampler s); float __ty(sampler s);
        float __originX(sampler s); float __originY(sampler s); float __width(sampler s); float __height(sampler s);
        vec2 samplerTransform(sampler s, vec2 p) {
            return vec2(__a(s) * p.x + __c(s) * p.y + __tx(s), __b(s) * p.x + __d(s) * p.y + __ty(s));
        }
        vec2 samplerCoord(sampler s) { return samplerTransform(s, destCoord()); }
        vec4 samplerExtent(sampler s) { return vec4(__originX(s), __originY(s), __width(s), __height(s)); }
        vec2 samplerOrigin(sampler s) { return vec2(__originX(s), __originY(s)); }
        vec2 samplerSize(sampler s) { return vec2(__width(s), __height(s)); }

        // Colour
        vec4 premultiply(vec4 c) { return vec4(c.rgb * c.a, c.a); }
        vec4 unpremultiply(vec4 c) { return c.a > 0.0 ? vec4(c.rgb / c.a, c.a) : c; }
        genF __toLinear(genF c) {
            genF size = abs(c);
            return sign(c) * __choose(__lessEqual(size, genF(0.04045)), size / 12.92, pow((size + 0.055) / 1.055, genF(2.4)));
        }
        genF __fromLinear(genF c) {
            genF size = abs(c);
            return sign(c) * __choose(
                __lessEqual(size, genF(0.0031308)), size * 12.92, 1.055 * pow(size, genF(1.0 / 2.4)) - 0.055);
        }
        float srgb_to_linear(float c) { return __toLinear(c); }
        vec3 srgb_to_linear(vec3 c) { return __toLinear(c); }
        vec4 srgb_to_linear(vec4 c) { return vec4(__toLinear(c.rgb), c.a); }
        float linear_to_srgb(float c) { return __fromLinear(c); }
        vec3 linear_to_srgb(vec3 c) { return __fromLinear(c); }
        vec4 linear_to_srgb(vec4 c) { return vec4(__fromLinear(c.rgb), c.a); }

        // Choice
        genF __choose(genB c, genF a, genF b); genI __choose(genB c, genI a, genI b); genB __choose(genB c, genB a, genB b);
        genB __less(genF a, genF b); genB __lessEqual(genF a, genF b);
        genF compare(genF x, genF y, genF z) { return __choose(__less(x, genF(0.0)), y, z); }

        // Angles
        genF radians(genF degrees) { return degrees * 0.017453292519943295; }
        genF degrees(genF radians) { return radians * 57.29577951308232; }
        genF sin(genF x); genF cos(genF x); genF tan(genF x); genF asin(genF x); genF acos(genF x);
        genF atan(genF x);
        genF __atan2(genF y, genF x);
        genF atan(genF y, genF x) { return __atan2(y, x); }
        genF sinh(genF x); genF cosh(genF x); genF tanh(genF x); genF asinh(genF x); genF acosh(genF x); genF atanh(genF x);
        genF sin_(genF x) { return sin(x); }
        genF cos_(genF x) { return cos(x); }
        genF tan_(genF x) { return tan(x); }
        vec2 cossin(float x) { return vec2(cos(x), sin(x)); }
        vec2 cossin_(float x) { return vec2(cos(x), sin(x)); }
        vec2 sincos(float x) { return vec2(sin(x), cos(x)); }
        vec2 sincos_(float x) { return vec2(sin(x), cos(x)); }

        // Powers
        genF pow(genF x, genF y); genF exp(genF x); genF log(genF x); genF exp2(genF x); genF log2(genF x);
        genF sqrt(genF x); genF inversesqrt(genF x);

        // Numbers
        genF abs(genF x); genI abs(genI x); genF sign(genF x); genI sign(genI x);
        genF floor(genF x); genF ceil(genF x); genF fract(genF x); genF round(genF x); genF roundEven(genF x); genF trunc(genF x);
        genF mod(genF x, genF y); vecF mod(vecF x, float y);
        genF modf(genF x, out genF whole) { whole = trunc(x); return __choose(isinf(x), genF(0.0), x - whole); }
        genF min(genF x, genF y); vecF min(vecF x, float y); genI min(genI x, genI y); vecI min(vecI x, int y);
        genF max(genF x, genF y); vecF max(vecF x, float y); genI max(genI x, genI y); vecI max(vecI x, int y);
        genF clamp(genF x, genF low, genF high) { return min(max(x, low), high); }
        vecF clamp(vecF x, float low, float high) { return min(max(x, low), high); }
        genI clamp(genI x, genI low, genI high) { return min(max(x, low), high); }
        vecI clamp(vecI x, int low, int high) { return min(max(x, low), high); }
        genF mix(genF x, genF y, genF a) { return x * (1.0 - a) + y * a; }
        vecF mix(vecF x, vecF y, float a) { return x * (1.0 - a) + y * a; }
        genF mix(genF x, genF y, genB a) { return __choose(a, y, x); }
        genI mix(genI x, genI y, genB a) { return __choose(a, y, x); }
        genB mix(genB x, genB y, genB a) { return __choose(a, y, x); }
        genF step(genF edge, genF x) { return __choose(__less(x, edge), genF(0.0), genF(1.0)); }
        vecF step(float edge, vecF x) { return step(vecF(edge), x); }
        genF smoothstep(genF low, genF high, genF x) {
            genF t = clamp((x - low) / (high - low), 0.0, 1.0);
            return t * t * (3.0 - 2.0 * t);
        }
        vecF smoothstep(float low, float high, vecF x) { return smoothstep(vecF(low), vecF(high), x); }
        genB isnan(genF x); genB isinf(genF x);

        // Geometry
        float dot(float a, float b) { return a * b; }
        float dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
        float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
        float dot(vec4 a, vec4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
        vec3 cross(vec3 a, vec3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
        float length(float x) { return abs(x); }
        float length(vecF x) { return sqrt(dot(x, x)); }
        float distance(genF a, genF b) { return length(a - b); }
        float normalize(float x) { return sign(x); }
        vecF normalize(vecF x) { return x / length(x); }
        genF faceforward(genF n, genF i, genF nref) { return dot(nref, i) < 0.0 ? n : -n; }
        genF reflect(genF i, genF n) { return i - 2.0 * dot(n, i) * n; }
        genF refract(genF i, genF n, float eta) {
            float d = dot(n, i);
            float k = 1.0 - eta * eta * (1.0 - d * d);
            return k < 0.0 ? genF(0.0) : eta * i - (eta * d + sqrt(k)) * n;
        }

        // Comparisons
        vecB lessThan(vecF a, vecF b); vecB lessThan(vecI a, vecI b);
        vecB lessThanEqual(vecF a, vecF b); vecB lessThanEqual(vecI a, vecI b);
        vecB greaterThan(vecF a, vecF b) { return lessThan(b, a); }
        vecB greaterThan(vecI a, vecI b) { return lessThan(b, a); }
        vecB greaterThanEqual(vecF a, vecF b) { return lessThanEqual(b, a); }
        vecB greaterThanEqual(vecI a, vecI b) { return lessThanEqual(b, a); }
        vecB equal(vecF a, vecF b); vecB equal(vecI a, vecI b); vecB equal(vecB a, vecB b) { return not(notEqual(a, b)); }
        vecB notEqual(vecF a, vecF b); vecB notEqual(vecI a, vecI b); vecB notEqual(vecB a, vecB b);
        bool any(bvec2 v) { return v.x || v.y; }
        bool any(bvec3 v) { return v.x || v.y || v.z; }
        bool any(bvec4 v) { return v.x || v.y || v.z || v.w; }
        bool all(bvec2 v) { return v.x && v.y; }
        bool all(bvec3 v) { return v.x && v.y && v.z; }
        bool all(bvec4 v) { return v.x && v.y && v.z && v.w; }
        vecB not(vecB v);

        // Matrices, column by column
        mat2 matrixCompMult(mat2 a, mat2 b) { return mat2(a[0] * b[0], a[1] * b[1]); }
        mat3 matrixCompMult(mat3 a, mat3 b) { return mat3(a[0] * b[0], a[1] * b[1], a[2] * b[2]); }
        mat4 matrixCompMult(mat4 a, mat4 b) { return mat4(a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]); }
        mat2 outerProduct(vec2 c, vec2 r) { return mat2(c * r.x, c * r.y); }
        mat3 outerProduct(vec3 c, vec3 r) { return mat3(c * r.x, c * r.y, c * r.z); }
        mat4 outerProduct(vec4 c, vec4 r) { return mat4(c * r.x, c * r.y, c * r.z, c * r.w); }
        mat2 transpose(mat2 m) { return mat2(m[0].x, m[1].x, m[0].y, m[1].y); }
        mat3 transpose(mat3 m) {
            return mat3(m[0].x, m[1].x, m[2].x, m[0].y, m[1].y, m[2].y, m[0].z, m[1].z, m[2].z);
        }
        mat4 transpose(mat4 m) {
            return mat4(
                m[0].x, m[1].x, m[2].x, m[3].x, m[0].y, m[1].y, m[2].y, m[3].y,
                m[0].z, m[1].z, m[2].z, m[3].z, m[0].w, m[1].w, m[2].w, m[3].w);
        }
        float determinant(mat2 m) { return m[0].x * m[1].y - m[1].x * m[0].y; }
        float determinant(mat3 m) { return dot(m[0], cross(m[1], m[2])); }
        float determinant(mat4 m) { return dot(m[0], __cofactors(m[1], m[2], m[3])); }
        // Cofactors of the column before b, c, d: the four-dimensional cross product.
        vec4 __cofactors(vec4 b, vec4 c, vec4 d) {
            return vec4(
                dot(b.yzw, cross(c.yzw, d.yzw)), -dot(b.xzw, cross(c.xzw, d.xzw)),
                dot(b.xyw, cross(c.xyw, d.xyw)), -dot(b.xyz, cross(c.xyz, d.xyz)));
        }
        mat2 inverse(mat2 m) { return mat2(m[1].y, -m[0].y, -m[1].x, m[0].x) * (1.0 / determinant(m)); }
        mat3 inverse(mat3 m) {
            mat3 cofactors = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
            return transpose(cofactors) * (1.0 / dot(m[0], cofactors[0]));
        }
        mat4 inverse(mat4 m) {
            mat4 cofactors = mat4(
                __cofactors(m[1], m[2], m[3]), -__cofactors(m[0], m[2], m[3]),
                __cofactors(m[0], m[1], m[3]), -__cofactors(m[0], m[1], m[2]));
            return transpose(cofactors) * (1.0 / dot(m[0], cofactors[0]));
        }
        """
}
