import Foundation

/// A place where a picture's tone changes, and the way in which it does.
struct EdgePoint {
    /// In pixels from the middle of the picture, y upwards.
    let x: Double
    let y: Double
    /// The angle of the edge from the level or the plumb line, whichever is nearer: degrees counter-clockwise, from −45 to 45.
    let tilt: Double
    /// Whether it is nearer to the level.
    let isLevel: Bool
}
