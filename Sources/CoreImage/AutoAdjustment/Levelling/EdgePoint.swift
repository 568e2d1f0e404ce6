import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// A point on an edge between tones, with the direction of the edge.
struct EdgePoint {
    /// The position in pixels from the centre of the picture, y upwards.
    let x: Double
    let y: Double
    /// The angle between the edge and the nearer of horizontal and vertical, in degrees counter-clockwise from −45 to
    /// 45.
    let tilt: Double
    /// Whether the edge is nearer to horizontal than to vertical.
    let isLevel: Bool
}
