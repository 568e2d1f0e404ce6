/// How a sampler reads between pixel centres.
package enum Interpolation: String, Sendable, Hashable, Codable {
    /// The value of the pixel that contains the point.
    case nearest
    /// Bilinear interpolation between the four nearest pixel centres.
    case linear
}
