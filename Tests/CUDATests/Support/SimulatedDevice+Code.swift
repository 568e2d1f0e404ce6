@testable import CUDA

/// Code of simulated devices: cubins that name their PTX, the device and the driver.
extension SimulatedDevice {
    /// The first bytes of a cubin that a device loads.
    private static func heading(_ state: State) -> String {
        "simulated cubin \(state.description.capability) \(state.build)\n"
    }

    func compile(_ ptx: String) throws(CUDAError) -> [UInt8] {
        let cubin: [UInt8]? = try call("compile") { state in
            state.kernels[ptx] == nil ? nil : Array((Self.heading(state) + ptx).utf8)
        }
        guard let cubin else { throw .codeRejected(result: .invalidPTX, message: "INVALID_PTX", log: "line 7") }
        return cubin
    }

    func loadModule(_ cubin: [UInt8]) throws(CUDAError) -> CUDAModule {
        let module: CUDAModule? = try call("loadModule") { state in
            let (heading, text) = (Self.heading(state), String(decoding: cubin, as: UTF8.self))
            guard text.hasPrefix(heading), let kernel = state.kernels[String(text.dropFirst(heading.count))] else {
                return nil
            }
            let module: CUDAModule = Self.handle(&state)
            state.modules[module.bits] = kernel
            return module
        }
        guard let module else { throw .codeRejected(result: .invalidImage, message: "INVALID_IMAGE", log: "") }
        return module
    }

    func unload(_ module: CUDAModule) throws(CUDAError) {
        try call("unload") { state in
            if state.modules.removeValue(forKey: module.bits) == nil { state.violations.append("no such module") }
        }
    }

    func function(_ name: String, of module: CUDAModule) throws(CUDAError) -> CUDAFunction {
        try call("function \(name)") { state in
            if state.modules[module.bits] == nil { state.violations.append("no such module") }
            let function: CUDAFunction = Self.handle(&state)
            state.functions[function.bits] = module.bits
            return function
        }
    }
}
