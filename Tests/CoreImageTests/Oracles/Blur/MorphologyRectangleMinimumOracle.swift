extension FilterOracle {
    /// The minimum over a rectangle. Sizes are rounded to odd numbers.
    static let morphologyRectangleMinimum = neighbourhoodOracle(
        "CIMorphologyRectangleMinimum",
        settings: [(1.0, 1.0), (5, 5), (1, 9), (4, 3), (6.6, 2), (21, 1)].map {
            ["inputWidth": $0.0, "inputHeight": $0.1]
        }
    ) { picture, setting, x, y in
        let sizes = [1.0: 0, 5: 2, 9: 4, 4: 2, 3: 1, 6.6: 3, 2: 1, 21: 10]
        let columns = sizes[setting.number("inputWidth")] ?? 99
        let rows = sizes[setting.number("inputHeight")] ?? 99
        return extremum(picture, x, y, columns: columns, rows: rows, smallest: true)
    }
}
