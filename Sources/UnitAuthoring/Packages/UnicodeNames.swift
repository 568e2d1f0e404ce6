import Foundation

/// Has libarchive take file names for what they are, UTF-8: it converts them to the characters of the thread's locale, and a program that never
/// asked for one has ASCII.
enum UnicodeNames {
    /// Runs `work` with a locale of UTF-8 for this thread.
    static func around<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let locale = newlocale(Int32(1 << LC_CTYPE), "C.UTF-8", nil) else { return try work() }
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        return try work()
    }
}
