import CoreImage
import Foundation

/// Mean differences to good pictures before and after enhancement.
struct Gain: CustomStringConvertible {
    let name: String
    let results: [(picture: String, before: Double, after: Double, filters: [String])]

    /// - Parameter step: Every which pixel is compared.
    init(_ degradation: Degradation, _ pictures: [GoodPicture], every step: Int = 1) throws {
        name = degradation.name
        results = try pictures.map { picture in
            let bad = picture.image { degradation($0) }
            let (better, filters) = try picture.enhanced(bad)
            return (
                picture.name, picture.difference(to: bad, every: step), picture.difference(to: better, every: step),
                filters.map(\.name)
            )
        }
    }

    var before: Double { results.reduce(0) { $0 + $1.before } / Double(results.count) }
    var after: Double { results.reduce(0) { $0 + $1.after } / Double(results.count) }

    var description: String {
        let better = results.count { $0.after < $0.before - 0.05 }
        let worse = results.count { $0.after > $0.before + 0.05 }
        let worst = results.max { $0.after - $0.before < $1.after - $1.before }
        return String(
            format: "%@: %.2f -> %.2f, better %d, worse %d of %d", name, before, after, better, worse, results.count)
            + (worst.map {
                String(format: ", worst %@ %.2f -> %.2f ", $0.picture, $0.before, $0.after) + "\($0.filters)"
            } ?? "")
    }
}
