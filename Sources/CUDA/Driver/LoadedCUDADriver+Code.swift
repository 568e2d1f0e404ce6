/// Code for the device.
extension LoadedCUDADriver {
    package func compile(_ ptx: String) throws(CUDAError) -> [UInt8] {
        let log = CUDACodeLog()
        return try log.check(self) { options, values in
            var linker: OpaquePointer?
            let created = functions.linkCreate(CUDACodeLog.optionCount, options, values, &linker)
            guard created == 0 else { return .failure(created) }
            defer { _ = functions.linkDestroy(linker) }
            var text = ptx.utf8CString
            // The driver requires the zero at the end, and keeps nothing of the text.
            let added = text.withUnsafeMutableBytes { text in
                let isPTX: Int32 = 1
                return functions.linkAddData(linker, isPTX, text.baseAddress, text.count, "kernel", 0, nil, nil)
            }
            guard added == 0 else { return .failure(added) }
            // The linker owns the code.
            var (code, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
            let completed = functions.linkComplete(linker, &code, &size)
            guard completed == 0 else { return .failure(completed) }
            return .success([UInt8](UnsafeRawBufferPointer(start: code, count: code == nil ? 0 : size)))
        }
    }

    package func loadModule(_ cubin: [UInt8]) throws(CUDAError) -> CUDAModule {
        let log = CUDACodeLog()
        return try log.check(self) { options, values in
            var module: OpaquePointer?
            let result = cubin.withUnsafeBytes {
                functions.moduleLoad(&module, $0.baseAddress, CUDACodeLog.optionCount, options, values)
            }
            return result == 0 ? .success(CUDAHandle(bits: UInt(bitPattern: module))) : .failure(result)
        }
    }
}
