/// Mutates property lists and JSON as trees, so that the result can still be parsed but has other content.
package enum TreeMutator {
    /// The maximum number of values in a mutated tree, because repeated repetitions would grow exponentially.
    private static let mostValues = 20_000

    /// Returns the tree with one change at a random place.
    package static func changed(_ tree: PropertyTree, _ random: inout SplitMix) -> PropertyTree {
        let place = random.below(tree.count)
        guard let value = tree[place] else { return tree }
        let new: PropertyTree
        switch random.below(10) {
        case 0, 1: new = .text(HostileValues.text(&random))
        case 2:
            new =
                random.once(in: 2)
                ? .integer(random.element(HostileValues.numbers)) : .real(random.element(HostileValues.numbers))
        case 3: new = otherType(than: value, &random)
        case 4:
            new = HostileValues.nested(value, in: random.below(2), times: random.element([1, 2, 31, 32, 33, 100, 600]))
        case 5: new = tree[random.below(tree.count)] ?? value
        case 6:
            let other = random.below(tree.count)
            guard let elsewhere = tree[other] else { return tree }
            // If one value contains the other, the index of the second replacement may be out of range, and nothing is
            // replaced.
            return limited(tree.replacing(other, with: value).replacing(place, with: elsewhere), else: tree)
        default: new = changedInside(value, &random)
        }
        return limited(tree.replacing(place, with: new), else: tree)
    }

    private static func limited(_ tree: PropertyTree, else old: PropertyTree) -> PropertyTree {
        tree.count <= mostValues ? tree : old
    }

    private static func otherType(than value: PropertyTree, _ random: inout SplitMix) -> PropertyTree {
        while true {
            let other = HostileValues.value(&random)
            if other.kind != value.kind { return other }
        }
    }

    private static func changedInside(_ value: PropertyTree, _ random: inout SplitMix) -> PropertyTree {
        switch value {
        case .text(let text): return .text(changed(text, &random))
        case .integer: return .integer(random.element(HostileValues.numbers))
        case .real: return .real(random.element(HostileValues.numbers))
        case .boolean(let flag): return .boolean(!flag)
        case .data(let bytes): return .data(ByteMutator.changed(bytes, &random))
        case .date, .null: return HostileValues.value(&random)
        case .array(let elements): return .array(changed(elements, &random))
        case .dictionary(let entries): return .dictionary(changed(entries, &random))
        }
    }

    private static func changed(_ text: String, _ random: inout SplitMix) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = random.below(scalars.count + 1)
        switch random.below(4) {
        case 0: scalars.insert(contentsOf: HostileValues.text(&random).unicodeScalars, at: place)
        case 1: scalars.removeSubrange(place...)
        case 2 where place < scalars.count: scalars.remove(at: place)
        default: scalars = Array((random.once(in: 2) ? text.uppercased() : text + text).unicodeScalars)
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }

    private static func changed(_ elements: [PropertyTree], _ random: inout SplitMix) -> [PropertyTree] {
        guard !elements.isEmpty else { return [HostileValues.value(&random)] }
        var elements = elements
        let place = random.below(elements.count)
        switch random.below(5) {
        case 0: return []
        case 1: elements.remove(at: place)
        case 2: elements.insert(elements[place], at: random.below(elements.count + 1))
        case 3: elements += Array(repeating: elements[place], count: random.element([2, 20, 300]))
        default: elements.insert(HostileValues.value(&random), at: place)
        }
        return elements
    }

    private static func changed(_ entries: [PropertyTree.Entry], _ random: inout SplitMix) -> [PropertyTree.Entry] {
        guard !entries.isEmpty else { return [.init(HostileValues.text(&random), HostileValues.value(&random))] }
        var entries = entries
        let place = random.below(entries.count)
        switch random.below(8) {
        case 0: return []
        case 1, 2: entries.remove(at: place)
        case 3: entries.insert(entries[place], at: random.below(entries.count + 1))
        case 4: entries.append(.init(entries[place].key, HostileValues.value(&random)))
        case 5: entries[place].key = changed(entries[place].key, &random)
        case 6: entries[place].key = HostileValues.text(&random)
        default:
            let other = random.below(entries.count)
            let value = entries[place].value
            entries[place].value = entries[other].value
            entries[other].value = value
        }
        return entries
    }
}
