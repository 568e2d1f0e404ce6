/// The way to a page.
package protocol PageOutlet: Sendable {
    /// Sends a message, and returns when it was written.
    ///
    /// - Throws: An error if the page is gone, or reads too slowly.
    func send(_ message: ServerMessage) async throws

    /// Begins to send a message, and returns a closure that waits until it was written, or the page is gone.
    ///
    /// - Throws: An error if the message can't be sent at all.
    func begin(_ message: ServerMessage) throws -> @Sendable () async -> Void

    /// Sends pixels, and returns when they were written.
    ///
    /// - Throws: An error if the page is gone, or reads too slowly.
    func send(_ frame: PreviewFrame) async throws
}
