import Foundation

/// Checks values against a JSON Schema. Knows the keywords that the protocol's schema uses, and refuses others.
struct JSONSchema {
    private let root: [String: Any]

    init(_ text: String) throws {
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw Problem(text: "the schema is no object")
        }
        root = object
    }

    struct Problem: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    /// Returns why a line doesn't match a definition, or nil if it does.
    func mismatch(_ line: String, _ definition: String) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) else {
            return "no JSON: \(line)"
        }
        do {
            try check(value, ["$ref": "#/$defs/\(definition)"], definition)
            return nil
        } catch {
            return "\(error) in \(line)"
        }
    }

    private func check(_ value: Any, _ schema: [String: Any], _ place: String) throws {
        for (keyword, rule) in schema { try check(value, keyword, rule, schema, place) }
    }

    private func check(
        _ value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any], _ place: String
    ) throws {
        func require(_ holds: Bool) throws {
            if !holds { throw Problem(text: "\(place): \(keyword) \(rule)") }
        }
        let number = Self.isNumber(value) ? value as? Double : nil
        let (text, list, object) = (value as? String, value as? [Any], value as? [String: Any])
        switch keyword {
        case "description", "title", "$id", "$schema", "$defs": break
        case "$ref": try check(value, try definition(rule as? String ?? ""), place)
        case "oneOf":
            let matches = (rule as? [[String: Any]] ?? []).filter { (try? check(value, $0, place)) != nil }
            try require(matches.count == 1)
        case "not": try require((try? check(value, rule as? [String: Any] ?? [:], place)) == nil)
        case "type": try require(Self.has(value, type: rule as? String ?? ""))
        case "const": try require(Self.isEqual(rule, value))
        case "enum": try require((rule as? [Any] ?? []).contains { Self.isEqual($0, value) })
        case "minimum": try require(number.map { $0 >= rule as? Double ?? .nan } ?? true)
        case "maximum": try require(number.map { $0 <= rule as? Double ?? .nan } ?? true)
        case "exclusiveMinimum": try require(number.map { $0 > rule as? Double ?? .nan } ?? true)
        case "minLength": try require(text.map { $0.unicodeScalars.count >= rule as? Int ?? .max } ?? true)
        case "maxLength": try require(text.map { $0.unicodeScalars.count <= rule as? Int ?? -1 } ?? true)
        case "minItems": try require(list.map { $0.count >= rule as? Int ?? .max } ?? true)
        case "maxItems": try require(list.map { $0.count <= rule as? Int ?? -1 } ?? true)
        case "minProperties": try require(object.map { $0.count >= rule as? Int ?? .max } ?? true)
        case "maxProperties": try require(object.map { $0.count <= rule as? Int ?? -1 } ?? true)
        case "required":
            try require(object.map { object in (rule as? [String] ?? []).allSatisfy { object[$0] != nil } } ?? true)
        case "items":
            for item in list ?? [] { try check(item, rule as? [String: Any] ?? [:], place + "[]") }
        case "properties":
            for (name, part) in rule as? [String: [String: Any]] ?? [:] {
                if let member = object?[name] { try check(member, part, "\(place).\(name)") }
            }
        case "additionalProperties":
            let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
            for (name, member) in object ?? [:] where !known.contains(name) {
                guard let part = rule as? [String: Any] else { throw Problem(text: "\(place): the member \(name)") }
                try check(member, part, "\(place).\(name)")
            }
        default: throw Problem(text: "the test knows no keyword \(keyword)")
        }
    }

    private func definition(_ reference: String) throws -> [String: Any] {
        let name = String(reference.dropFirst("#/$defs/".count))
        guard let found = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
            throw Problem(text: "there is no \(reference)")
        }
        return found
    }

    private static func isEqual(_ one: Any, _ other: Any) -> Bool {
        if let (one, other) = (one as? String).flatMap({ one in (other as? String).map { (one, $0) } }) {
            return one == other
        }
        guard let (one, other) = (one as? NSNumber).flatMap({ one in (other as? NSNumber).map { (one, $0) } }) else {
            return false
        }
        return isBoolean(one) == isBoolean(other) && one == other
    }

    private static func isBoolean(_ value: Any) -> Bool {
        // Foundation's numbers stand for booleans too; only their C type differs.
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" || String(cString: $0.objCType) == "B" } ?? false
    }

    private static func isNumber(_ value: Any) -> Bool { value is NSNumber && !isBoolean(value) }

    private static func has(_ value: Any, type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": isBoolean(value)
        case "null": value is NSNull
        case "number": isNumber(value)
        case "integer": isNumber(value) && (value as? Double).map { $0 == $0.rounded() } ?? false
        default: false
        }
    }
}
