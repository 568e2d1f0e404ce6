import Foundation
import KernelLanguage
import Testing

@testable import ImageUnits

@Suite("Kernel files that were compiled last")
struct KernelFileCacheTests {
    private func source(_ number: Int) -> KernelSource {
        KernelSource(
            text: """
                kernel vec4 first(__sample s)
                {
                    float sum = 0.0;
                    for (int i = 0; i < 4; i++) sum += s.r * \(number).0;
                    return s * sum;
                }
                kernel vec4 second(sampler s) { return sample(s, samplerCoord(s)).bgra; }
                """, file: "\(number).cikernel")
    }

    /// A kernel as a cached scan holds it.
    private func kernel(_ name: String, in source: KernelSource) throws -> CheckedKernel {
        let values = ["text": source.text, "file": source.file, "name": name]
        return try JSONDecoder().decode(CheckedKernel.self, from: JSONEncoder().encode(values))
    }

    @Test("a kernel that was kept is optimised to the program that compiling the file gives")
    func programs() throws {
        let source = source(7)
        let expected = try KernelCompiler.compile(source).get()
        for program in expected {
            let kernel = try kernel(program.name, in: source)
            #expect(try kernel.program().dump == program.dump)
            #expect(try kernel.program().dump == program.dump, "from the cache too")
        }
        let missing = try kernel("third", in: source)
        #expect(throws: ImageUnitIssue.self) { try missing.program() }
    }

    @Test("the kept kernels stay within the limit, and the least recently used go first")
    func limit() throws {
        let one = KernelFileCache(byteLimit: .max)
        #expect(try one.kernels(of: source(1)).map(\.name) == ["first", "second"])
        let size = one.byteCount
        #expect(size > 0)
        _ = try one.kernels(of: source(1))
        #expect(one.byteCount == size, "a known file is not kept twice")

        let cache = KernelFileCache(byteLimit: 3 * size + size / 2)
        for number in 1...9 { _ = try cache.kernels(of: source(number)) }
        #expect(cache.byteCount == 3 * size)

        let tiny = KernelFileCache(byteLimit: 10)
        #expect(try tiny.kernels(of: source(1)).count == 2)
        #expect(tiny.byteCount == 0)
    }

    @Test("a file with an error is refused each time, and not kept")
    func error() {
        let cache = KernelFileCache(byteLimit: .max)
        for _ in 0..<2 {
            #expect(throws: KernelCompilationError.self) { try cache.kernels(of: KernelSource(text: "kernel")) }
        }
        #expect(cache.byteCount == 0)
    }
}
