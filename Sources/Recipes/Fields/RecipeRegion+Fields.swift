import CoreImageEssentials
import Foundation

/// Shapes without numbers have no keys in text, because their names are their text. A function has no form in text.
extension RecipeRegion: RecipeElement, RecipeVariant {
    typealias TextForm = RecipeRegion

    enum Kind: UInt8, CaseIterable {
        case same = 1, inset, mapped, fixed, table, everything, function
    }

    init(blank kind: Kind) {
        self =
            switch kind {
            case .same: .shape(.same)
            case .inset: .shape(.inset(dx: 0, dy: 0))
            case .mapped: .shape(.mapped(.identity))
            case .fixed: .shape(.fixed([]))
            case .table: .shape(.lookup(imagesBefore: 0, []))
            case .everything: .shape(.everything)
            case .function: .function(0)
            }
    }

    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        switch self {
        case .shape(.same): try visitor.kind(Kind.same)
        case .shape(.everything): try visitor.kind(Kind.everything)
        case .shape(.inset(let dx, let dy)):
            var margins = RegionMargins(dx: dx, dy: dy)
            try visitor.kind(Kind.inset)
            try visitor.field(&margins, "inset")
            self = .shape(.inset(dx: margins.dx, dy: margins.dy))
        case .shape(.mapped(var transform)):
            try visitor.kind(Kind.mapped)
            try visitor.field(&transform, "mapped")
            self = .shape(.mapped(transform))
        case .shape(.fixed(let numbers)):
            var rect = RegionRect(numbers: numbers)
            try visitor.kind(Kind.fixed)
            try visitor.field(&rect, "fixed")
            self = .shape(.fixed(rect.numbers))
        case .shape(.lookup(var first, let numbers)):
            var rect = RegionRect(numbers: numbers)
            try visitor.kind(Kind.table)
            try visitor.field(&first, "after")
            try visitor.require(first >= 0, "the region's key after is \(first); it must not be negative")
            try visitor.field(&rect, "table")
            self = .shape(.lookup(imagesBefore: first, rect.numbers))
        case .function(var number):
            try visitor.kind(Kind.function)
            try visitor.field(&number)
            self = .function(number)
        }
    }
}
