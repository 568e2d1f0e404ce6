import CacheFiles
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Code from the disk cache, and without LLVM.
@Suite(.needsCodeGeneration, .needsPTX) struct PTXStoreTests {
    private static let text = "kernel vec4 k(sampler s, float a) { return sample(s, samplerCoord(s)) * sin(a); }"

    /// Code that one store has generated is found by another, without LLVM.
    @Test func cachedCodeNeedsNoLLVM() throws {
        try withTemporaryFolder { folder in
            let program = try kernel(Self.text)
            let layout = KernelLayout(imageCount: 1)
            let first = try PTXStore(cache: DiskCache(path: folder)).kernel(program, layout: layout)
            let other = PTXStore(location: .named("/nowhere/libLLVM.so"), cache: DiskCache(path: folder))
            let second = try other.kernel(program, layout: layout)
            #expect(second.text == first.text)
            #expect(second.block == first.block)
            #expect(first.text == (try PTXTests.text(program, layout)))
        }
    }

    /// Code for another program, or for images of another kind, isn't confused with it.
    @Test func otherCodeIsGenerated() throws {
        try withTemporaryFolder { folder in
            let program = try kernel(Self.text)
            let store = PTXStore(cache: DiskCache(path: folder))
            let layouts = [
                ImageLayout(), ImageLayout(interpolation: .nearest), ImageLayout(wrap: .clamp),
                ImageLayout(isAligned: true), ImageLayout(format: .RGBAh),
            ].map { KernelLayout(images: [$0], output: .RGBAf) }
            let programs = [program, try kernel(Self.text.replacing("* sin(a)", with: "* 2.0"))]
            var texts: Set<String> = []
            for program in programs {
                for layout in layouts {
                    let text = try store.kernel(program, layout: layout).text
                    #expect(text == (try PTXTests.text(program, layout)))
                    texts.insert(text)
                }
            }
            #expect(texts.count == programs.count * layouts.count)
        }
    }

    @Test func withoutLLVMThereIsNoCode() throws {
        let program = try kernel(Self.text)
        #expect(throws: CompilationError.switchedOff) {
            try PTXStore(location: .none).kernel(program, layout: KernelLayout(imageCount: 1))
        }
        let store = PTXStore(location: .named("/nowhere/libLLVM.so"))
        let error = #expect(throws: CompilationError.self) {
            try store.kernel(program, layout: KernelLayout(imageCount: 1))
        }
        guard case .libraryMissing(["/nowhere/libLLVM.so"], _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
