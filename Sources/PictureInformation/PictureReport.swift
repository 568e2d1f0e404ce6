import CoreImage

/// A complete report on a picture: its properties and the features in it.
package struct PictureReport {
    private let picture: PictureProperties
    private let histogram: PictureHistogram?
    private let features: [(kind: FeatureKind, found: [FeatureDescription])]

    /// Creates a report.
    ///
    /// - Throws: An error if the picture can't be read or features can't be detected.
    package init(of picture: PictureProperties, countsPixels: Bool, search: PictureSearch) throws {
        self.picture = picture
        histogram = try countsPixels ? PictureHistogram(of: picture.image) : nil
        features = try search.features(in: picture.image)
    }

    /// The report as text for people.
    package var text: String {
        var lines = [picture.text]
        if let histogram { lines.append("\n" + histogram.text) }
        for (kind, found) in features {
            lines.append("\n" + (found.isEmpty ? "no \(kind.name)" : kind.count(found.count)))
            lines += found.map { "  \($0.text)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The report as an object.
    package var json: [String: Any] {
        var object = picture.json
        if let histogram { object["histogram"] = histogram.json }
        for (kind, found) in features { object[kind.name] = found.map(\.json) }
        return object
    }
}
