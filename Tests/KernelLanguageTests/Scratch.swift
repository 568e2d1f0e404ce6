import Testing
import KernelLanguage
import Foundation
@Suite struct Scratch {
  @Test func try1() throws {
    let path = ProcessInfo.processInfo.environment["KSRC"] ?? ""
    var isDir: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDir)
    if isDir.boolValue {
      var ok = 0, bad = 0, kernels = 0
      for case let f as String in FileManager.default.enumerator(atPath: path)! where f.hasSuffix("cikernel") {
        let text = (try? String(contentsOfFile: path + "/" + f, encoding: .utf8)) ?? ""
        let start = ContinuousClock().now
        let r = KernelCompiler.compile(KernelSource(text: text, file: f))
        let t = ContinuousClock().now - start
        if r.succeeded { ok += 1; kernels += r.kernels.count } else { bad += 1; print(r.rendered) }
        for k in r.kernels { _ = try? PixelEvaluator.run(k, .init(arguments: k.parameters.map { _ in Array(repeating: 1, count: 16) })) }
        if t > .milliseconds(500) { print("SLOW", f, t) }
      }
      print("ok \(ok) bad \(bad) kernels \(kernels)")
      return
    }
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "kernel vec4 f(__sample s){return s;}"
    let r = KernelCompiler.compile(KernelSource(text: text, file: path))
    print(r.rendered)
    for k in r.kernels { print(k.dump) ; if let v = try? PixelEvaluator.run(k, .init(arguments: k.parameters.map { _ in Array(repeating: 1, count: 16) })) { print(v) } }
  }
}
