import Foundation

/// An estimate of the work to draw an SVG. It is made from the text before drawing, since a few lines of text can take
/// a renderer minutes.
///
/// The unit is a step, about a nanosecond on one core; the weights were measured with librsvg 2.54. Facts that the text
/// doesn't state, such as the elements that a style sheet applies to, are assumed to be the worst case. The size of
/// plain shapes is an exception.
struct DrawingCostEstimate {
    /// The maximum number of steps for each pixel of the pixel limit.
    static let workPerPixel = 64

    /// One element. Elements are in the order of the text.
    private struct Element {
        /// The index after its last descendant.
        var end: Int
        /// The cost in thousandths of a step per pixel of the picture, without the elements that it refers to.
        var cost: Int
        /// The elements that it draws by reference, and how often.
        var references: [(id: String, count: Int)]
    }

    private var elements: [Element] = []
    private var places: [String: Int] = [:]
    private var sheetReferences: [String] = []
    private var sheetSurfaces: Set<String> = []
    private var sheetBlurs = 0
    private var hasUnknownReferences = false
    /// Steps for text layout, which grow with the square of a run's length.
    private var textSteps = 0
    /// The total number of pixels in embedded pictures.
    private var embeddedPixels = 0
    /// The addresses of the first few linked pictures.
    private(set) var linkedPictures: [String] = []
    private static let maximumLinkedPictureCount = 10

    /// Costs in thousandths of a step per pixel of the picture. A shape usually covers a small part of the picture. A
    /// shape that is drawn repeatedly is assumed to cover all of it.
    private static let shape = 50
    private static let repetitionFactor = 7
    private static let surface = 1_000
    private static let shapes: Set<String> = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "image", "foreignObject",
    ]
    /// Maximum number of references of one element: fill, stroke, filter, mask, clip path and three markers.
    private static let maximumReferenceCount = 8
    /// Steps per pixel of an embedded picture, which is decoded as a whole, into eight bytes per pixel. The default
    /// limit thus allows 67 megapixels.
    private static let embeddedPixel = 128
    /// Steps for text layout per squared character. Measured: 1.7 s for ten thousand characters.
    private static let squaredCharacter = 17
    private static let unlimited = Int(Int32.max) * 1_000

    /// Reads the text of a drawing.
    init(_ data: Data) throws(MarkupReader.Failure) {
        var reader = MarkupReader(data)
        var open: [Int] = []
        var isSheet = false
        // The number of elements that were open at the start of the outermost text element.
        var text: Int?
        while let part = try reader.next() {
            switch part {
            case .start(let name, let attributes, let isEmpty):
                let local = name.split(separator: ":").last.map(String.init) ?? name
                let element = element(local, attributes)
                for (key, value) in attributes where key == "id" || key == "xml:id" {
                    places[value] = places[value] ?? elements.count
                }
                if !isEmpty {
                    if local == "text", text == nil { text = open.count }
                    open.append(elements.count)
                }
                elements.append(element)
                isSheet = local == "style" && !isEmpty
            case .end:
                if let last = open.popLast() { elements[last].end = elements.count }
                if open.count == text { text = nil }
                isSheet = false
            case .characters(let range):
                if isSheet { readSheet(reader.characters(range)) }
                if text != nil {
                    let count = reader.expandedCount(range)
                    textSteps = Self.sum(textSteps, Self.product(Self.squaredCharacter * count, count))
                }
            case .instruction(let words): if words.hasPrefix("xml-stylesheet") { hasUnknownReferences = true }
            }
        }
        for last in open { elements[last].end = elements.count }
    }

    private mutating func readSheet(_ text: String) {
        if text.contains("\\") || text.contains("@import") { hasUnknownReferences = true }
        sheetReferences += StyleText.references(in: text)
        sheetSurfaces.formUnion(StyleText.surfaces(in: text))
        sheetBlurs = Self.sum(sheetBlurs, StyleText.blurCount(in: text))
    }

    private mutating func element(_ name: String, _ attributes: [(name: String, value: String)]) -> Element {
        var cost = Self.shapes.contains(name) ? Self.shape : 0
        var references: [(id: String, count: Int)] = []
        var values: [String: String] = [:]
        for attribute in attributes { values[attribute.name] = attribute.value }
        let vertices = ["d", "points"].compactMap { values[$0]?.utf8.count }.reduce(2, +) / 2
        for (key, value) in attributes {
            if key == "href" || key.hasSuffix(":href") {
                let target = value.trimmingCharacters(in: .whitespacesAndNewlines)
                if target.hasPrefix("#") {
                    references.append((String(target.dropFirst()), 1))
                } else if target.lowercased().hasPrefix("data:") {
                    embeddedPixels = Self.sum(embeddedPixels, EmbeddedPicture.pixelCount(target))
                } else if ["image", "feImage"].contains(name), linkedPictures.count < Self.maximumLinkedPictureCount {
                    linkedPictures.append(String(target.prefix(200)))
                }
                continue
            }
            let isStyle = key == "style"
            if isStyle, value.contains("\\") { hasUnknownReferences = true }
            let found = StyleText.references(in: value)
            // A marker is drawn at each vertex. If a group passes it on, the vertices are those of its shapes.
            let isMarker = key.hasPrefix("marker") || (isStyle && value.contains("marker"))
            references += found.map { ($0, isMarker ? max(vertices, values["d"] == nil ? 100 : 0) : 1) }
            let declarations = isStyle ? value : "\(key):\(value)"
            cost = Self.sum(cost, Self.product(StyleText.surfaces(in: declarations).count, Self.surface))
            cost = Self.sum(cost, Self.product(StyleText.blurCount(in: value), FilterPrimitive.blur))
        }
        return Element(
            end: elements.count + 1, cost: Self.sum(cost, FilterPrimitive.cost(name, values)), references: references)
    }

    /// Returns the estimated steps for a size of the picture; `Int.max` if there is no bound.
    func steps(width: Int, height: Int) -> Int {
        var known: [Int: Int] = [:]
        var path: Set<Int> = []
        var total = 0
        if hasUnknownReferences {
            // Any element may refer to any other one.
            let most = places.keys.map { repeated($0, &known, &path) }.max() ?? 0
            total = Self.product(elements.count, Self.product(Self.maximumReferenceCount, most))
        }
        for element in elements {
            total = Self.sum(total, element.cost)
            for reference in element.references {
                let cost = repeated(reference.id, &known, &path)
                total = Self.sum(total, Self.product(reference.count, cost))
            }
        }
        let costs = Set(sheetReferences).map { repeated($0, &known, &path) }
        let references = min(
            costs.reduce(0, Self.sum), Self.product(Self.maximumReferenceCount, costs.max() ?? 0))
        let sheet = Self.sum(
            references,
            Self.product(sheetSurfaces.count, Self.surface) + Self.product(sheetBlurs, FilterPrimitive.blur))
        total = Self.sum(total, Self.product(elements.count, sheet))
        guard total < Self.unlimited else { return .max }
        // A picture of a few pixels still takes the time of its elements.
        let pixels = max(Self.product(width, height), 1 << 14)
        let (product, overflow) = pixels.multipliedReportingOverflow(by: total)
        return overflow
            ? .max : Self.sum(Self.sum(product / 1_000, textSteps), Self.product(embeddedPixels, Self.embeddedPixel))
    }

    /// Maximum length of a chain of references. A longer chain counts as unbounded.
    private static let deepest = 32

    /// Returns the cost of drawing an element, with its descendants, once more by reference.
    private func repeated(_ id: String, _ known: inout [Int: Int], _ path: inout Set<Int>) -> Int {
        guard let place = places[id] else { return 0 }
        if let cost = known[place] { return cost }
        // A reference to itself isn't drawn.
        guard !path.contains(place) else { return 0 }
        guard path.count < Self.deepest else { return Self.unlimited }
        path.insert(place)
        defer { path.remove(place) }
        var total = 0
        for element in elements[place..<elements[place].end] {
            total = Self.sum(total, Self.product(element.cost, element.cost > Self.shape ? 1 : Self.repetitionFactor))
            for reference in element.references where total < Self.unlimited {
                total = Self.sum(total, Self.product(reference.count, repeated(reference.id, &known, &path)))
            }
        }
        known[place] = total
        return total
    }

    private static func sum(_ first: Int, _ second: Int) -> Int { min(unlimited, first + min(second, unlimited)) }

    private static func product(_ first: Int, _ second: Int) -> Int {
        let (result, overflow) = first.multipliedReportingOverflow(by: second)
        return overflow ? unlimited : result
    }
}
