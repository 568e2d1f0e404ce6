import KernelLanguage

func compileKernels(_ source: KernelSource) throws -> [Program] {
    throw CIError.unavailable(feature: "compiler", reason: "")
}
extension KernelDiagnostic { func rendered(in source: KernelSource) -> String { message } }
