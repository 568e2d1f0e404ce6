/// Writes a SPIR-V module for a compute shader that addresses memory by 64-bit numbers.
///
/// Sections are collected separately and joined in the order that the specification demands. Equal types and constants
/// have one result.
///
/// IDs are plain numbers, as in the binary format. Not thread-safe.
package final class SPIRVModuleWriter {
    /// SPIR-V 1.5, which every device with Vulkan 1.2 reads.
    package static let version: UInt32 = 0x0001_0500
    /// The first word of every module.
    package static let magic: UInt32 = 0x0723_0203

    private var nextID: UInt32 = 1
    private var capabilities: [UInt32] = []
    private var entryPoint: [UInt32] = []
    private var executionModes: [UInt32] = []
    private var decorations: [UInt32] = []
    private var globals: [UInt32] = []
    private var functions: [UInt32] = []
    /// The results of the types and constants, by their words without the result.
    private var known: [[UInt32]: UInt32] = [:]
    /// The ID of the instruction set `GLSL.std.450`.
    let extendedSet: UInt32

    /// Creates a module with the capabilities for 64-bit numbers and addresses.
    package init() {
        extendedSet = nextID
        nextID += 1
        for capability: SPIRVCapability in [.shader, .float64, .int64, .physicalStorageBufferAddresses] {
            add(capability)
        }
    }

    /// Returns a new ID.
    package func newID() -> UInt32 {
        defer { nextID += 1 }
        return nextID
    }

    /// The words of the module.
    package var words: [UInt32] {
        var words: [UInt32] = [Self.magic, Self.version, 0, nextID, 0]
        words += capabilities
        words += Self.instruction(.extInstImport, [extendedSet] + Self.literal("GLSL.std.450"))
        // Addresses in storage buffers have 64 bits; the memory model is GLSL450.
        words += Self.instruction(.memoryModel, [5348, 1])
        return words + entryPoint + executionModes + decorations + globals + functions
    }

    // MARK: Declarations

    /// Declares a capability.
    package func add(_ capability: SPIRVCapability) {
        capabilities += Self.instruction(.capability, [capability.rawValue])
    }

    /// Declares the function `main` as the entry point. `interface` are its global variables.
    func setEntryPoint(_ function: UInt32, interface: [UInt32]) {
        entryPoint = Self.instruction(.entryPoint, [5, function] + Self.literal("main") + interface)
    }

    /// Adds an execution mode of the entry point.
    func add(_ mode: SPIRVExecutionMode, of function: UInt32, _ operands: [UInt32]) {
        executionModes += Self.instruction(.executionMode, [function, mode.rawValue] + operands)
    }

    /// Decorates a result.
    func decorate(_ id: UInt32, _ decoration: SPIRVDecoration, _ operands: [UInt32] = []) {
        decorations += Self.instruction(.decorate, [id, decoration.rawValue] + operands)
    }

    /// Decorates a member of a structure.
    func decorate(_ id: UInt32, member: UInt32, _ decoration: SPIRVDecoration, _ operands: [UInt32]) {
        decorations += Self.instruction(.memberDecorate, [id, member, decoration.rawValue] + operands)
    }

    /// Returns the type with these operands.
    func type(_ operation: SPIRVOperation, _ operands: [UInt32] = []) -> UInt32 {
        declare([UInt32(operation.rawValue)] + operands) { Self.instruction(operation, [$0] + operands) }
    }

    /// Returns the constant of a type with these operands.
    func constant(_ operation: SPIRVOperation, _ type: UInt32, _ operands: [UInt32] = []) -> UInt32 {
        declare([UInt32(operation.rawValue), type] + operands) { Self.instruction(operation, [type, $0] + operands) }
    }

    /// Declares a variable of the module. `type` is its pointer type.
    func variable(_ type: UInt32, _ storage: SPIRVStorageClass) -> UInt32 {
        let id = newID()
        globals += Self.instruction(.variable, [type, id, storage.rawValue])
        return id
    }

    private func declare(_ key: [UInt32], _ words: (UInt32) -> [UInt32]) -> UInt32 {
        if let id = known[key] { return id }
        let id = newID()
        known[key] = id
        globals += words(id)
        return id
    }

    /// Adds the words of a whole function.
    func add(function words: [UInt32]) { functions += words }

    // MARK: Words

    /// Returns the words of an instruction. The number of words is in the upper half of the first.
    static func instruction(_ operation: SPIRVOperation, _ operands: [UInt32]) -> [UInt32] {
        [UInt32(operands.count + 1) << 16 | UInt32(operation.rawValue)] + operands
    }

    /// Returns the words of a literal string: its bytes, a zero, and zeros up to a whole word.
    static func literal(_ text: String) -> [UInt32] {
        let bytes = Array(text.utf8)
        return (0...bytes.count / 4).map { word in
            (0..<4).reduce(0) { sum, index in
                let place = 4 * word + index
                return sum | (place < bytes.count ? UInt32(bytes[place]) << UInt32(8 * index) : 0)
            }
        }
    }
}
