import CVips
import Foundation

/// libvips, which is opened when it is first needed.
enum Vips {
    /// Opens and starts libvips, on the first call.
    ///
    /// - Throws: The same failure on every call if the library can't be opened.
    static func start() throws(LibraryFailure) {
        guard cvips_start() == 0 else { throw failure() }
    }

    /// The reason why libvips can't be used; nil if it can.
    static var obstacle: String? {
        do throws(LibraryFailure) {
            try start()
            return nil
        } catch {
            return error.message
        }
    }

    /// Takes libvips' error messages since the last call: the first three different lines, joined into one.
    static func failure() -> LibraryFailure {
        guard let text = cvips_take_error() else { return LibraryFailure(message: "libvips gave no reason") }
        defer { cvips_free(text) }
        let lines = String(cString: text).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var seen: Set<String> = []
        let message = lines.filter { seen.insert($0).inserted }.prefix(3).joined(separator: "; ")
        return LibraryFailure(message: message.isEmpty ? "libvips gave no reason" : message)
    }
}
