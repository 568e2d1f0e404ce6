import Foundation

/// Makes libarchive treat file names as UTF-8. It converts names to the character set of the thread's locale, which is
/// ASCII in a program that hasn't set a locale.
enum UnicodeNames {
    /// Runs `work` with a UTF-8 locale for this thread.
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
