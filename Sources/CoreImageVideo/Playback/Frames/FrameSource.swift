import CoreImageEssentials

/// Something that has frames: a file, a composition, a stream.
package protocol FrameSource: Sendable {
    /// The time after the last frame; indefinite if it isn't known.
    var duration: CMTime { get }
    /// The size of the frames as they are shown, in pixels.
    var presentationSize: CGSize { get }

    /// Returns a reader of the frames. Several readers work independently of each other.
    func makeReader() throws -> any FrameReader
}

/// Reads the frames of a source in the order in which they are shown.
package protocol FrameReader: AnyObject, Sendable {
    /// Begins to read: the next frame is the one that is shown at a time, or the first one after it.
    ///
    /// - Throws: The reason if reading can't begin there, such as that a stream can only be read once.
    func begin(at time: CMTime) throws

    /// Waits for the next frame.
    ///
    /// - Returns: Nil at the end.
    func next() throws -> TimedFrame?

    /// Ends reading. A call that waits for a frame returns or throws soon. Thread-safe.
    func cancel()
}
