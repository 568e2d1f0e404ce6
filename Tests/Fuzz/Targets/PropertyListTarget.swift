import Foundation

@testable import ImageUnits

extension FuzzTarget {
    /// Property lists of every format, as read from units.
    static let propertyLists = FuzzTarget(name: "property-lists", longestInput: 4096, changesPerSeed: 400) { bytes in
        let value: PropertyValue
        do throws(ImageUnitProblem) {
            value = try PropertyValue(data: Data(bytes))
        } catch {
            return try FuzzFinding.expectPrintable("\(error.message); \(error.remedy)")
        }
        var count = 0
        let depth = depth(of: value, counting: &count)
        try FuzzFinding.expect(
            depth <= PropertyValue.depthLimit + 1 && count <= PropertyValue.valueLimit,
            "\(count) values, nested \(depth) deep, passed the limits")
    }

    private static func depth(of value: PropertyValue, counting count: inout Int) -> Int {
        count += 1
        var deepest = 0
        for element in value.array ?? value.dictionary.map({ Array($0.values) }) ?? [] {
            deepest = max(deepest, depth(of: element, counting: &count))
        }
        return deepest + 1
    }

    /// Translations, as text in several encodings or as property lists.
    static let strings = FuzzTarget(name: "strings", longestInput: 2048, changesPerSeed: 400) { bytes in
        do throws(ImageUnitProblem) {
            _ = try DescriptionStrings.table(Data(bytes), path: "Description.strings")
        } catch {
            try FuzzFinding.expectPrintable("\(error.message); \(error.remedy)")
        }
    }
}
