@testable import JIT

/// Code in the other process, and the functions of this process that call it.
final class RemoteCode: Sendable {
    private let runner: ARM64Runner
    private let address: UInt64
    private let size: Int
    private let functions: [RemoteFunction]

    init(_ runner: ARM64Runner, _ address: UInt64, _ size: Int, _ offsets: [String: Int]) {
        (self.runner, self.address, self.size) = (runner, address, size)
        functions = offsets.map { RemoteFunction(runner, name: $0.key, address: address + UInt64($0.value)) }
    }

    deinit { runner.unload(address, size: size) }

    /// Returns the functions as code of this process. It keeps this object.
    func machineCode() throws -> MachineCode {
        let text = functions.map(\.definition).joined(separator: "\n")
        let object = try LLVMCompiler(library: try LLVMLibrary.shared.get()).object(from: text)
        let code = try MachineCode(object: object)
        var addresses: [String: UInt] = [:]
        for name in code.functionNames { addresses[name] = UInt(bitPattern: try code.address(of: name)) }
        return MachineCode(functions: addresses, byteCount: size, owner: Owner(code: code, remote: self))
    }

    private final class Owner: Sendable {
        let code: MachineCode
        let remote: RemoteCode

        init(code: MachineCode, remote: RemoteCode) { (self.code, self.remote) = (code, remote) }
    }
}

/// A function in the other process.
private final class RemoteFunction: Sendable {
    private let runner: ARM64Runner
    private let name: String
    private let address: UInt64

    private static let (floats, integers) = (8, 16)

    init(_ runner: ARM64Runner, name: String, address: UInt64) {
        (self.runner, self.name, self.address) = (runner, name, address)
    }

    /// The text of a function of this process that sends its arguments there.
    ///
    /// It takes as many integers and floating-point numbers as any generated function. The ones that a caller doesn't
    /// pass are whatever the registers and the stack contain, and the function ignores them.
    var definition: String {
        let names = (0..<Self.floats).map { "double %f\($0)" } + (0..<Self.integers).map { "i64 %i\($0)" }
        let stores = names.enumerated().map { index, name in
            """
              %p\(index) = getelementptr i64, ptr %arguments, i64 \(index)
              store \(name), ptr %p\(index)

            """
        }.joined()
        let handler = UInt(bitPattern: unsafeBitCast(Self.handler, to: UnsafeRawPointer.self))
        let function = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
        return """
            define i64 @\(name)(\(names.joined(separator: ", "))) {
              %arguments = alloca [\(names.count) x i64]
            \(stores)  %result = call i64 inttoptr (i64 \(handler) to ptr)(ptr inttoptr (i64 \(function) to ptr), ptr %arguments)
              ret i64 %result
            }
            """
    }

    private static let handler: @convention(c) (UnsafeRawPointer, UnsafePointer<UInt64>) -> UInt64 = {
        let function = Unmanaged<RemoteFunction>.fromOpaque($0).takeUnretainedValue()
        return function.runner.call(
            function.address, UnsafeBufferPointer(start: $1, count: floats + integers))
    }
}
