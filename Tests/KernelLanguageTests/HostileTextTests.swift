import Foundation
import KernelLanguage
import TestSupport
import Testing

/// Tests that sources made to consume much time, memory or stack end in an error.
@Suite struct HostileTextTests {
    /// Limit of processor time, which is generous because the tests run unoptimised.
    static let timeLimit = Duration.seconds(20)

    func expectError(_ text: String, _ part: String, location: SourceLocation = #_sourceLocation) {
        let start = ProcessorTime.ofThisThread
        let message = errors(text, location: location)
        #expect(ProcessorTime.ofThisThread - start < Self.timeLimit, sourceLocation: location)
        #expect(message.contains(part), "\(message.prefix(2000))", sourceLocation: location)
        #expect(message.utf8.count < 20_000, sourceLocation: location)
    }

    @Test func tenMegabytesOfParentheses() { expectError(String(repeating: "(", count: 10_000_000), "bytes") }

    @Test(arguments: ["(", "[", "{", "-", "!", "++", "a=", "a?", "f(", "vec2(", "if(a)", "while(a)", "do ", "a[", "a."])
    func deepNesting(_ piece: String) {
        let text = "kernel vec4 f() { " + String(repeating: piece, count: 10_000)
        expectError(text, "error:")
    }

    @Test func deepNestingThatCloses() {
        let depth = 10_000
        let open = String(repeating: "(", count: depth)
        let close = String(repeating: ")", count: depth)
        expectError("kernel vec4 f() { return vec4(\(open)1.0\(close)); }", "nested deeper than 128 levels")
        let braces = String(repeating: "{", count: depth) + String(repeating: "}", count: depth)
        expectError("kernel vec4 f() { \(braces) return vec4(1.0); }", "nested deeper")
        let ifs = String(repeating: "if (true) { ", count: depth) + String(repeating: "}", count: depth)
        expectError("kernel vec4 f() { \(ifs) return vec4(1.0); }", "nested deeper")
    }

    @Test func longSumsAreFine() throws {
        let sum = Array(repeating: "1.0", count: 20_000).joined(separator: " + ")
        #expect(try evaluate("kernel vec4 f() { return vec4(\(sum)); }")[0] == 20_000)
        let commas = Array(repeating: "1.0", count: 5_000).joined(separator: ", ")
        #expect(try evaluate("kernel vec4 f() { return vec4((\(commas))); }")[0] == 1)
        let ands = Array(repeating: "true", count: 5_000).joined(separator: " && ")
        #expect(try evaluate("kernel vec4 f() { return vec4(\(ands)); }")[0] == 1)
    }

    @Test func longChainOfElseIf() {
        let chain = (0..<5_000).map { "if (k == \($0).0) { r = \($0).0; } else " }.joined()
        expectError("kernel vec4 f(float k) { float r = 0.0; \(chain) r = 1.0; return vec4(r); }", "nested too deeply")
    }

    @Test func recursion() {
        expectError("float f(float x) { return f(x); } kernel vec4 k() { return vec4(f(1.0)); }", "'f' calls itself")
        expectError(
            "float f(float x); float g(float x) { return f(x); } float f(float x) { return g(x); } kernel vec4 k() { return vec4(1.0); }",
            "calls itself")
        expectError("kernel vec4 k() { return k(); }", "calls itself")
    }

    @Test func exponentialInlining() {
        var text = "float f0(float x) { return x + 1.0; }\n"
        for level in 1..<40 {
            text += "float f\(level)(float x) { return f\(level - 1)(x) + f\(level - 1)(x * 2.0); }\n"
        }
        expectError(text + "kernel vec4 k(float x) { return vec4(f39(x)); }", "more than 100000 instructions")
        var empty = "void f0() { }\n"
        for level in 1..<40 { empty += "void f\(level)() { f\(level - 1)(); f\(level - 1)(); }\n" }
        expectError(empty + "kernel vec4 k() { f39(); return vec4(1.0); }", "more than 100000 instructions")
    }

    @Test func longChainOfCalls() {
        var text = "float f0(float x) { return x; }\n"
        for level in 1..<5_000 { text += "float f\(level)(float x) { return f\(level - 1)(x); }\n" }
        expectError(text + "kernel vec4 k(float x) { return vec4(f4999(x)); }", "nested deeper than 48 functions")
    }

    @Test func deepExpressionsInDeepCalls() {
        // The expressions and the calls each stay below their limit. Inlined, they would nest thousands of levels.
        let open = String(repeating: "abs(", count: 100)
        let close = String(repeating: ")", count: 100)
        var text = "float f0(float x) { return x; }\n"
        for level in 1..<40 { text += "float f\(level)(float x) { return \(open)f\(level - 1)(x)\(close); }\n" }
        expectError(text + "kernel vec4 k(float x) { return vec4(f39(x)); }", "nested too deeply")
    }

    @Test func aSmallStackIsEnough() async {
        let depth = 120
        let parentheses = String(repeating: "(", count: depth) + "x" + String(repeating: ")", count: depth)
        let calls = String(repeating: "abs(", count: depth) + "x" + String(repeating: ")", count: depth)
        let choices =
            String(repeating: "x > 1.0 ? x : (", count: depth / 3) + "x" + String(repeating: ")", count: depth / 3)
        let ifs =
            String(repeating: "if (x > 0.5) {", count: depth) + "x = sin(x);" + String(repeating: "}", count: depth)
        var helpers = "float f0(float x) { return x; }\n"
        for level in 1..<40 {
            helpers +=
                "float f\(level)(float x) { return \(String(repeating: "abs(", count: 12))f\(level - 1)(x)\(String(repeating: ")", count: 12)); }\n"
        }
        let texts = [
            "kernel vec4 k(float x) { return vec4(\(parentheses)); }",
            "kernel vec4 k(float x) { return vec4(\(calls)); }",
            "kernel vec4 k(float x) { return vec4(\(choices)); }", "kernel vec4 k(float x) { \(ifs) return vec4(x); }",
            helpers + "kernel vec4 k(float x) { return vec4(f39(x)); }",
        ]
        await withCheckedContinuation { continuation in
            let thread = Thread {
                for text in texts { _ = KernelCompiler.compile(KernelSource(text: text)) }
                continuation.resume()
            }
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    @Test func deepControlFlow() {
        var text = "float f0(float x) { return x; }\n"
        let open = String(repeating: "if (x > 0.5) { ", count: 30)
        let close = String(repeating: "}", count: 30)
        for level in 1..<40 {
            text += "float f\(level)(float x) { \(open) x = sin(f\(level - 1)(x)); \(close) return x; }\n"
        }
        expectError(text + "kernel vec4 k(float x) { return vec4(f39(x)); }", "nested")
    }

    @Test func macrosWithoutEnd() throws {
        expectError("#define A A A\nkernel vec4 k() { return A; }", "found 'A'")
        var text = "#define A0 1.0 +\n"
        for level in 1..<40 { text += "#define A\(level) A\(level - 1) A\(level - 1)\n" }
        expectError(text + "kernel vec4 k() { return vec4(A39 1.0); }", "macros produce more than 100000 tokens")
        var nothing = "#define A0\n"
        for level in 1..<40 { nothing += "#define A\(level) A\(level - 1) A\(level - 1)\n" }
        expectError(nothing + "kernel vec4 k() { return vec4(A39 1.0); }", "macros produce")
        var doubling = "#define F0(x) x x\n"
        for level in 1..<40 { doubling += "#define F\(level)(x) F\(level - 1)(F\(level - 1)(x))\n" }
        expectError(doubling + "kernel vec4 k() { return vec4(F39(1.0)); }", "macros produce")
        let nested = String(repeating: "F(", count: 20_000) + String(repeating: ")", count: 20_000)
        expectError("#define F(x) x\nkernel vec4 k() { return \(nested); }", "macros produce")
        let open = String(repeating: "F(", count: 20_000)
        expectError("#define F(x) x\nkernel vec4 k() { return \(open); }", "has no ')'")
    }

    @Test func manyTokens() {
        expectError(String(repeating: ";", count: 1_000_000), "more than 100000 tokens")
        expectError(String(repeating: "a ", count: 90_000), "error:")
        expectError(String(repeating: "kernel ", count: 90_000), "error:")
        expectError(String(repeating: "}\n", count: 90_000), "unmatched")
        expectError("#if 0\n" + String(repeating: "x ", count: 90_000), "no #endif")
        expectError(String(repeating: "#if 1\n", count: 20_000), "nested deeper")
    }

    @Test func hugeNumbers() {
        expectError("kernel vec4 k() { return vec4(\(String(repeating: "9", count: 100_000))); }", "32-bit")
        expectError("kernel vec4 k() { return vec4(\(String(repeating: "9", count: 100_000)).0); }", "too large")
        expectError("kernel vec4 k() { return vec4(1e999999999999); }", "too large")
        expectError("kernel vec4 k() { float a[1000000000]; return vec4(a[0]); }", "1 to 8192 elements")
        expectError(
            "kernel vec4 k() { float a[8000]; float b[8000]; return vec4(a[0] + b[0]); }", "more than 8192 numbers")
    }

    @Test func strangeCharacters() {
        expectError("kernel vec4 k() { return vec4(1.0); }\0", "NUL")
        expectError("kernel vec4 k() { return \u{FFFD}vec4(1.0); }", "not valid UTF-8")
        expectError("kernel vec4 k() { return vec4(“1.0”); }", "has no meaning")
        expectError("", "no kernel")
        expectError("/* never ends", "this comment never ends")
        expectError("@\"kernel vec4 k()\"", "without the quotes")
    }

    @Test func messagesCarryNoTerminalEscapes() {
        let message = errors("kernel vec4 k() { return vec4(\u{1B}[31mred, \u{202E}evil); }")
        #expect(!message.unicodeScalars.contains("\u{1B}"))
        #expect(!message.unicodeScalars.contains("\u{202E}"))
        let source = KernelSource(text: "kernel", file: "\u{1B}]0;owned\u{7}.cikernel")
        #expect(!KernelCompiler.compile(source).rendered.unicodeScalars.contains("\u{1B}"))
    }

    @Test func manyErrorsAreBounded() {
        let text = "kernel vec4 k() {\n" + (0..<500).map { "x\($0) = 1.0;\n" }.joined() + "return vec4(1.0); }"
        let result = KernelCompiler.compile(KernelSource(text: text))
        #expect(result.diagnostics.count == 20)
    }
}
