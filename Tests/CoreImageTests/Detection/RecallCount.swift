import CoreImage
import Testing

/// The result of a detector on a series of pictures, each with one feature or none.
struct RecallCount: Equatable, CustomStringConvertible {
    var pictures = 0
    var found = 0
    var extra = 0
    var description: String { "\(found) found in \(pictures) pictures, and \(extra) that aren't there" }

    /// Counts a picture with one wanted feature or none.
    mutating func addPicture<Feature>(_ features: [Feature], where isWanted: (Feature) -> Bool) {
        pictures += 1
        let wanted = features.filter(isWanted).count
        found += min(wanted, 1)
        extra += features.count - min(wanted, 1)
    }

    mutating func add(_ other: RecallCount) {
        pictures += other.pictures
        found += other.found
        extra += other.extra
    }

    /// Prints the count if COREIMAGE_RECORD is 1.
    func record(_ name: String) {
        if ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1" { print("recall of \(name): \(self)") }
    }

    /// Expects at least as many found features, and at most as many false ones, as published.
    func expect(
        found least: Int, extra most: Int, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(name)
        #expect(found >= least && extra <= most, "\(name): \(self)", sourceLocation: sourceLocation)
    }
}
