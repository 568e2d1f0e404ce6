/// Copies, and what the driver knows about memory of applications.
extension LoadedCUDADriver {
    /// One end of a copy, as `CUDA_MEMCPY2D` has it: the first column in bytes and the first row, the kind of memory,
    /// the address in the process's and in the device's memory, an array, and the bytes between rows.
    private enum End {
        static func host(_ address: UnsafeMutableRawPointer, _ bytesPerRow: Int) -> [UInt64] {
            [0, 0, 1, UInt64(UInt(bitPattern: address)), 0, 0, UInt64(bytesPerRow)]
        }

        static func device(_ address: UInt64, _ bytesPerRow: Int) -> [UInt64] {
            [0, 0, 2, 0, address, 0, UInt64(bytesPerRow)]
        }

        static func array(_ array: CUDAArray, _ x: Int, _ y: Int) -> [UInt64] {
            [UInt64(x), UInt64(y), 3, 0, 0, UInt64(array.bits), 0]
        }
    }

    package func copy(_ copy: CUDACopy, on stream: CUDAStream) throws(CUDAError) {
        let host = End.host(copy.host, copy.hostBytesPerRow)
        let device = End.device(copy.device, copy.deviceBytesPerRow)
        let ends = copy.direction == .toDevice ? host + device : device + host
        try self.copy(ends, width: copy.width, rows: copy.rows, on: stream)
    }

    package func copy(_ copy: CUDAArrayCopy, on stream: CUDAStream) throws(CUDAError) {
        let array = End.array(copy.array, copy.x, copy.y)
        let memory = End.device(copy.memory, copy.bytesPerRow)
        let ends = copy.direction == .toArray ? memory + array : array + memory
        try self.copy(ends, width: copy.width, rows: copy.rows, on: stream)
    }

    private func copy(_ ends: [UInt64], width: Int, rows: Int, on stream: CUDAStream) throws(CUDAError) {
        // Every field takes 8 bytes.
        let fields = ends + [UInt64(width), UInt64(rows)]
        try check("cuMemcpy2DAsync", functions.copyRows(fields, object(stream)))
    }

    package func describeMemory(at address: UInt64) throws(CUDAError) -> CUDAMemoryDescription? {
        /// Returns nil if the driver has no such attribute of the address.
        func attribute<Value>(_ number: Int32, _ initial: Value) throws(CUDAError) -> Value? {
            var value = initial
            let result = withUnsafeMutableBytes(of: &value) {
                functions.pointerGetAttribute($0.baseAddress, number, address)
            }
            if result == CUDAResult.invalidValue.rawValue { return nil }
            try check("cuPointerGetAttribute", result)
            return value
        }
        let (context, devicePointer, ordinal, start, size): (Int32, Int32, Int32, Int32, Int32) = (1, 3, 9, 11, 12)
        guard let deviceAddress = try attribute(devicePointer, UInt64(0)),
            let first = try attribute(start, UInt64(0)), let byteCount = try attribute(size, UInt(0))
        else { return nil }
        // Not all memory is allocated in a context.
        let owner = try attribute(context, UInt(0)) ?? 0
        let device = try attribute(ordinal, Int32(0))
        return CUDAMemoryDescription(
            context: owner == 0 ? nil : CUDAContext(bits: owner), device: device.map { Int($0) },
            deviceAddress: deviceAddress, start: first, byteCount: UInt64(byteCount))
    }

    package func describe(_ array: CUDAArray) throws(CUDAError) -> CUDAArrayDescription? {
        // `CUDA_ARRAY3D_DESCRIPTOR`: width, height and depth with 8 bytes each; then format, channels and flags with 4
        // bytes each, and 4 bytes at the end.
        var fields = [UInt64](repeating: 0, count: 5)
        let result = functions.arrayGetDescriptor(&fields, object(array))
        if result == CUDAResult.invalidValue.rawValue || result == CUDAResult.invalidHandle.rawValue { return nil }
        try check("cuArray3DGetDescriptor", result)
        func dimension(_ index: Int) -> Int { Int(clamping: fields[index]) }
        return CUDAArrayDescription(
            width: dimension(0), height: dimension(1), depth: dimension(2),
            format: UInt32(truncatingIfNeeded: fields[3]), channels: Int(fields[3] >> 32),
            flags: UInt32(truncatingIfNeeded: fields[4]))
    }

    package func context(of stream: CUDAStream) throws(CUDAError) -> CUDAContext? {
        var context: OpaquePointer?
        let result = functions.streamGetContext(object(stream), &context)
        if result == CUDAResult.invalidValue.rawValue || result == CUDAResult.invalidHandle.rawValue { return nil }
        try check("cuStreamGetCtx", result)
        return context.map { CUDAContext(bits: UInt(bitPattern: $0)) }
    }
}
