/// The reason why a coding library failed, in its words.
struct LibraryFailure: Error {
    let message: String
}
