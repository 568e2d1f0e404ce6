/// What a sampler reads outside its image.
package enum WrapMode: String, Sendable, Hashable, Codable {
    /// Transparent black.
    case transparent
    /// The nearest pixel of the edge.
    case clamp
}
