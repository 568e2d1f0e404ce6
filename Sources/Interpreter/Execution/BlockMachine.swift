import KernelLanguage
import Pixels

/// Executes decoded instructions on one block of pixels at a time, in scratch memory.
///
/// This is the only part of the interpreter that accesses raw memory. Every offset comes from the layout in
/// `BlockProgram`, array indices are clamped, and images are read through `SamplerView`, which stays inside the raster.
/// All values have four bytes. Bools are 0 or −1.
struct BlockMachine {
    /// The start of the scratch memory.
    let base: UnsafeMutableRawPointer
    /// The images, by image parameter.
    let samplers: UnsafePointer<SamplerView>
    /// Offsets of the pixels' states and step counts, in bytes.
    let stateOffset: Int
    let stepsOffset: Int
    /// Whether pixels can take different paths.
    let usesStates: Bool
    /// The byte offset and number of scalars of each array.
    let arrays: UnsafePointer<(offset: Int, count: Int)>
    /// Number of pixels in a slot.
    let blockLanes: Int
    /// Maximum number of loop iterations per pixel.
    let stepBudget: Int
    /// The meter of the rendering that the pixels belong to, if any.
    let meter: WorkMeter?
    /// The pixels of the current block, row by row.
    var block = PixelRect.empty
    /// Number of pixels in the current block, rounded up to whole groups.
    var lanes = 1
    /// Steps charged to every pixel of the block.
    var commonSteps = 0

    /// Number of instructions between checks of the meter in code without loops. A power of two.
    private static let checkInterval = 256

    /// Executes code on the current block. Returns the index of a pixel whose step budget is exceeded, or nil on
    /// success.
    ///
    /// - Throws: `WorkMeter.Stopped`.
    mutating func execute(_ code: UnsafeBufferPointer<BlockInstruction>) throws -> Int? {
        var next = 0
        while next < code.count {
            let instruction = code[next]
            next += 1
            if next & (Self.checkInterval - 1) == 0 { try meter?.check() }
            switch instruction.operation {
            case .compute(let opcode):
                compute(opcode, instruction)
            case .broadcast:
                let value = scalar(instruction.operands[0], as: Int32.self)
                pointer(instruction.results[0], as: Int32.self).update(repeating: value, count: lanes)
            case .moveActive:
                moveActive(instruction)
            case .broadcastActive:
                broadcastActive(instruction)
            case .jump:
                next = Int(instruction.target)
            case .jumpUnless:
                if scalar(instruction.operands[0], as: Int32.self) == 0 { next = Int(instruction.target) }
            case .split(let sense):
                if !split(instruction, sense: sense) { next = Int(instruction.target) }
            case .swap:
                if !swap(instruction) { next = Int(instruction.target) }
            case .merge:
                if !merge(instruction) { next = Int(instruction.target) }
            case .leave:
                leave(instruction)
            case .stepAll:
                commonSteps += 1
                try meter?.check()
                if let lane = stepAll(usesStates: usesStates) { return lane }
            case .stepActive:
                try meter?.check()
                switch stepActive() {
                case .none: next = Int(instruction.target)
                case .some: break
                case .overBudget(let lane): return lane
                }
            }
        }
        return nil
    }

    @inline(__always)
    func pointer<Value>(_ offset: Int32, as type: Value.Type) -> UnsafeMutablePointer<Value> {
        (base + Int(offset)).assumingMemoryBound(to: Value.self)
    }

    @inline(__always)
    func scalar<Value>(_ offset: Int32, as type: Value.Type) -> Value {
        pointer(offset, as: Value.self).pointee
    }

    /// Computes r = f(a) for every pixel.
    @inline(__always)
    func map<A, R>(_ instruction: BlockInstruction, _ f: (A) -> R) {
        let count = instruction.shape.contains(.uniformResult) ? 1 : lanes
        let a = pointer(instruction.operands[0], as: A.self)
        let r = pointer(instruction.results[0], as: R.self)
        var i = 0
        while i < count {
            r[i] = f(a[i])
            i &+= 1
        }
    }

    /// Computes r = f(a, b) for every pixel.
    @inline(__always)
    func zip<A, B, R>(_ instruction: BlockInstruction, _ f: (A, B) -> R) {
        let a = pointer(instruction.operands[0], as: A.self)
        let b = pointer(instruction.operands[1], as: B.self)
        let r = pointer(instruction.results[0], as: R.self)
        let shape = instruction.shape
        let count = lanes
        var i = 0
        if shape.contains(.uniformResult) {
            r[0] = f(a[0], b[0])
        } else if shape.contains(.uniformA) {
            let a = a[0]
            while i < count {
                r[i] = f(a, b[i])
                i &+= 1
            }
        } else if shape.contains(.uniformB) {
            let b = b[0]
            while i < count {
                r[i] = f(a[i], b)
                i &+= 1
            }
        } else {
            while i < count {
                r[i] = f(a[i], b[i])
                i &+= 1
            }
        }
    }

    /// Computes r = a · b + c, rounded once, for every pixel.
    func fusedMultiplyAdd(_ instruction: BlockInstruction) {
        let a = pointer(instruction.operands[0], as: Float.self)
        let b = pointer(instruction.operands[1], as: Float.self)
        let c = pointer(instruction.operands[2], as: Float.self)
        let r = pointer(instruction.results[0], as: Float.self)
        let shape = instruction.shape
        let (stepA, stepB) = (shape.contains(.uniformA) ? 0 : 1, shape.contains(.uniformB) ? 0 : 1)
        let stepC = shape.contains(.uniformC) ? 0 : 1
        let count = shape.contains(.uniformResult) ? 1 : lanes
        for i in 0..<count { r[i] = c[i * stepC].addingProduct(a[i * stepA], b[i * stepB]) }
    }

    /// Computes r = a ? b : c for every pixel. Values are copied as bits.
    func select(_ instruction: BlockInstruction) {
        let a = pointer(instruction.operands[0], as: Int32.self)
        let b = pointer(instruction.operands[1], as: Int32.self)
        let c = pointer(instruction.operands[2], as: Int32.self)
        let r = pointer(instruction.results[0], as: Int32.self)
        let shape = instruction.shape
        let count = lanes
        var i = 0
        if shape.contains(.uniformResult) {
            r[0] = a[0] != 0 ? b[0] : c[0]
        } else if shape.contains(.uniformA) {
            let (source, uniform) = a[0] != 0 ? (b, Shape.uniformB) : (c, Shape.uniformC)
            if shape.contains(uniform) {
                r.update(repeating: source[0], count: count)
            } else {
                r.update(from: source, count: count)
            }
        } else if shape.isSuperset(of: [.uniformB, .uniformC]) {
            let (b, c) = (b[0], c[0])
            while i < count {
                let mask = a[i]
                r[i] = (mask & b) | (~mask & c)
                i &+= 1
            }
        } else if shape.contains(.uniformB) {
            let b = b[0]
            while i < count {
                let mask = a[i]
                r[i] = (mask & b) | (~mask & c[i])
                i &+= 1
            }
        } else if shape.contains(.uniformC) {
            let c = c[0]
            while i < count {
                let mask = a[i]
                r[i] = (mask & b[i]) | (~mask & c)
                i &+= 1
            }
        } else {
            while i < count {
                let mask = a[i]
                r[i] = (mask & b[i]) | (~mask & c[i])
                i &+= 1
            }
        }
    }

    private typealias Shape = BlockInstruction.Shape
}
