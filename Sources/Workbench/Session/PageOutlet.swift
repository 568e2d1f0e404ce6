/// The way to a page.
package protocol PageOutlet: Sendable {
    /// Sends a message, and returns when it was written.
    ///
    /// - Throws: An error if the page is gone, or reads too slowly.
    func send(_ message: ServerMessage) async throws

    /// Sends pixels, and returns when they were written.
    ///
    /// - Throws: An error if the page is gone, or reads too slowly.
    func send(_ frame: PreviewFrame) async throws
}
