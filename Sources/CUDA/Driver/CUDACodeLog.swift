import Foundation

/// Memory for what the driver's compiler says. It exists as long as the linker.
struct CUDACodeLog {
    /// What the driver returns.
    enum Outcome<Value> {
        case success(Value)
        case failure(Int32)
    }

    static let optionCount: UInt32 = 2
    private static let size = 8192

    /// Calls `body` with options by which the driver writes errors to memory, and their values. Throws
    /// `CUDAError.codeRejected` if it fails.
    func check<Value>(
        _ driver: LoadedCUDADriver,
        _ body: (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Outcome<Value>
    ) throws(CUDAError) -> Value {
        var log = [CChar](repeating: 0, count: Self.size)
        let (errorLog, errorLogSize): (Int32, Int32) = (5, 6)
        var options = [errorLog, errorLogSize]
        let outcome = log.withUnsafeMutableBytes { log in
            // A number is passed in the place of a pointer.
            var values = [log.baseAddress, UnsafeMutableRawPointer(bitPattern: Self.size)]
            return options.withUnsafeMutableBufferPointer { options in
                values.withUnsafeMutableBufferPointer { body(options.baseAddress, $0.baseAddress) }
            }
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let code):
            let (result, text) = (CUDAResult(rawValue: code), log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
            throw .codeRejected(
                result: result, message: driver.message(result),
                log: String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
