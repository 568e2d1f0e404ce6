import Testing
import KernelLanguage
import Foundation
@Suite struct Scratch {
  @Test func try1() throws {
    let path = ProcessInfo.processInfo.environment["KSRC"] ?? ""
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "kernel vec4 f(__sample s){return s;}"
    let r = KernelCompiler.compile(KernelSource(text: text, file: path))
    print(r.rendered)
    for k in r.kernels { print(k.dump) ; if let v = try? PixelEvaluator.run(k, .init(arguments: k.parameters.map { _ in [1,2,3,4] })) { print(v) } }
  }
}
