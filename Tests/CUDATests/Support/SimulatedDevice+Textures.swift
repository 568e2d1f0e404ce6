import Foundation

@testable import CUDA

/// Arrays, and what the driver says about memory and streams of applications.
extension SimulatedDevice {
    func copy(_ copy: CUDAArrayCopy, on stream: CUDAStream) throws(CUDAError) {
        try call(copy.direction == .toArray ? "copyToArray" : "copyFromArray") { state in
            guard let array = state.arrays[copy.array.bits] else {
                state.violations.append("no such array")
                return
            }
            let isInside =
                copy.x >= 0 && copy.x + copy.width <= array.bytesPerRow && copy.y >= 0
                && copy.y + copy.rows <= array.description.height && copy.width > 0 && copy.rows > 0
            // Distances of cuMemAllocPitch are multiples of the alignment of textures.
            if !isInside || copy.width > copy.bytesPerRow || copy.bytesPerRow % 512 != 0 {
                state.violations.append("a copy outside an array, or with the wrong distance of rows")
                return
            }
            let work: Work = { state in
                let byteCount = (copy.rows - 1) * copy.bytesPerRow + copy.width
                guard Self.isAllocated(copy.memory, byteCount, &state) else { return }
                for row in 0..<copy.rows {
                    let place = (copy.y + row) * array.bytesPerRow + copy.x
                    guard
                        let memory = UnsafeMutablePointer<UInt8>(
                            bitPattern: UInt(copy.memory) + UInt(row * copy.bytesPerRow))
                    else { return }
                    for index in 0..<copy.width {
                        if copy.direction == .toArray {
                            state.arrays[copy.array.bits]?.bytes[place + index] = memory[index]
                        } else {
                            memory[index] = state.arrays[copy.array.bits]?.bytes[place + index] ?? 0
                        }
                    }
                }
            }
            Self.enqueue(work, stream, &state)
        }
    }

    func describeMemory(at address: UInt64) throws(CUDAError) -> CUDAMemoryDescription? {
        try call("describeMemory") { state in
            let found = state.memory.first { start, memory in
                start <= address && address < start + UInt64(memory.byteCount)
            }
            guard let (start, memory) = found else { return nil }
            var description = CUDAMemoryDescription(
                context: state.contexts.last.map { CUDAContext(bits: $0) }, device: 0, deviceAddress: address,
                start: start, byteCount: UInt64(memory.byteCount))
            state.describeMemory(&description)
            return description
        }
    }

    func describe(_ array: CUDAArray) throws(CUDAError) -> CUDAArrayDescription? {
        try call("describeArray") { $0.arrays[array.bits]?.description }
    }

    func context(of stream: CUDAStream) throws(CUDAError) -> CUDAContext? {
        try call("contextOfStream") { state in state.streamContexts[stream.bits].map { CUDAContext(bits: $0) } }
    }

    // MARK: What an application does

    /// Returns a new stream of an application.
    func applicationStream(of context: CUDAContext) -> UInt {
        configure { state in
            let stream: CUDAStream = Self.handle(&state)
            state.streams[stream.bits] = []
            state.lateness[stream.bits] = 0
            state.streamContexts[stream.bits] = context.bits
            return stream.bits
        }
    }

    /// Adds work to a stream of an application.
    func work(on stream: UInt, _ work: @escaping @Sendable (inout State) -> Void) {
        configure { Self.enqueue(work, CUDAStream(bits: stream), &$0) }
    }

    /// Returns memory of an application, which exists as long as this object.
    func applicationMemory(byteCount: Int) -> UInt64 {
        configure { state in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 256)
            memory.initializeMemory(as: UInt8.self, repeating: 0xa5, count: byteCount)
            let address = UInt64(UInt(bitPattern: memory))
            state.memory[address] = (byteCount, nil)
            state.applicationMemory.insert(address)
            return address
        }
    }

    /// Returns a new array of an application.
    func applicationArray(_ description: CUDAArrayDescription, bytesPerPixel: Int) -> UInt {
        configure { state in
            let array: CUDAArray = Self.handle(&state)
            let bytesPerRow = description.width * bytesPerPixel
            state.arrays[array.bits] = SimulatedArray(
                description: description, bytesPerRow: bytesPerRow,
                bytes: Array(repeating: 0xa5, count: bytesPerRow * max(1, description.height)))
            return array.bits
        }
    }
}
