import CSandbox

/// An access to pixels that ended a worker: a read or write outside of the pixels that its code was given, or a write
/// to pixels that are read-only.
package struct OutOfBoundsAccess: Hashable, Sendable {
    /// Whether it was a write.
    package let isWrite: Bool
    /// The index of the input, from 0; nil for the output.
    package let image: Int?
    /// The column that the address corresponds to.
    package let x: Int
    /// The row that the address corresponds to.
    package let y: Int
    /// The pixels that are in memory.
    package let region: PixelRegion
    /// The distance in memory, in pixels, from a pixel to the one above it. 0 if that isn't a whole number.
    let pixelsPerRow: Int

    /// Creates a record of an access.
    ///
    /// - Parameter pixelsPerRow: The distance in memory, in pixels, from a pixel to the one above it. 0 if unknown.
    package init(isWrite: Bool, image: Int?, x: Int, y: Int, region: PixelRegion, pixelsPerRow: Int = 0) {
        (self.isWrite, self.image, self.x, self.y) = (isWrite, image, x, y)
        (self.region, self.pixelsPerRow) = (region, pixelsPerRow)
    }

    /// Upper bound of the magnitude of pixel coordinates.
    private static let coordinateLimit: Int64 = 1 << 41
    /// Upper bound of input indices, widths and heights.
    private static let countLimit: Int64 = 1 << 31

    /// Reads a worker's record. Returns nil if it is impossible; the worker can write anything there.
    init?(_ note: csandbox_access) {
        let coordinates = [note.x, note.y, note.region_x, note.region_y, note.pixels_per_row]
        guard note.found == 1, note.writes <= 1, (-1..<Self.countLimit).contains(note.image),
            coordinates.allSatisfy({ (-Self.coordinateLimit...Self.coordinateLimit).contains($0) }),
            (0..<Self.countLimit).contains(note.region_width), (0..<Self.countLimit).contains(note.region_height),
            (note.region_width == 0) == (note.region_height == 0)
        else { return nil }
        self.init(
            isWrite: note.writes == 1, image: note.image < 0 ? nil : Int(note.image), x: Int(note.x), y: Int(note.y),
            region: PixelRegion(
                x: Int(note.region_x), y: Int(note.region_y), width: Int(note.region_width),
                height: Int(note.region_height)),
            pixelsPerRow: Int(note.pixels_per_row))
        // Reading a pixel inside the region, or writing one of the output, doesn't fault.
        if region.contains(x, y), !isWrite || image == nil { return nil }
    }

    /// Another pixel that the address may stand for: in memory, the pixel after the end of a row is the first one of
    /// the next row. Nil if the accessed row isn't adjacent to the region.
    var alternative: (x: Int, y: Int)? {
        guard pixelsPerRow != 0, !region.isEmpty else { return nil }
        if y == region.y + region.height { return (x + pixelsPerRow, y - 1) }
        return y == region.y - 1 ? (x - pixelsPerRow, y + 1) : nil
    }
}

extension OutOfBoundsAccess: CustomStringConvertible {
    /// The accessed pixel and the remedy, as a phrase after "the code".
    package var description: String {
        let other = alternative.map { ", or (\($0.x), \($0.y))," } ?? ""
        let pixel =
            "\(isWrite ? "wrote" : "read") pixel (\(x), \(y))\(other) of \(image.map { "image \($0)" } ?? "the output")"
        if isWrite, image != nil { return "\(pixel). Inputs must not be written: let it write to the output only." }
        guard image != nil else {
            return "\(pixel), outside of the region \(region) that it had to compute. Let it keep to that region."
        }
        let emptiness = region.isEmpty ? ", which is empty" : ""
        return "\(pixel), outside of the region \(region) that it was given\(emptiness). Let its region function "
            + "(CIRegionFunction in Description.plist, or roi(forInput:arguments:outputRect:) of a class) return all that it reads."
    }
}
