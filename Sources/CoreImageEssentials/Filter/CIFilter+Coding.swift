import Foundation
import Pixels

extension CIFilter {
    private static let nameKey = "CIFilterName"

    /// Returns the archive key of an input. The prefix avoids conflicts with the archive's own keys.
    private static func archiveKey(_ key: String) -> String { "CIFilterInput." + key }

    /// Returns the filter's name from an archive.
    package static func archivedName(in coder: NSCoder) -> String? {
        coder.decodeObject(of: NSString.self, forKey: nameKey).map { $0 as String }
    }

    /// Writes the name and the inputs that can be archived.
    func archive(in coder: NSCoder) {
        guard coder.allowsKeyedCoding else {
            return logError(
                CIFilterError.badValue(
                    filter: name, key: "encode(with:)", reason: "use a coder with keys, such as NSKeyedArchiver"))
        }
        coder.encode(name as NSString, forKey: Self.nameKey)
        for key in inputKeys {
            guard let value = value(forKey: key) else { continue }
            if let object = Self.archivable(value) {
                coder.encode(object, forKey: Self.archiveKey(key))
            } else {
                logError(
                    CIFilterError.badValue(
                        filter: name, key: key,
                        reason: "a \(type(of: value)) is not archived; set it again on the decoded filter"))
            }
        }
    }

    /// Reads what `archive(in:)` wrote.
    func restore(from coder: NSCoder) {
        if let archived = Self.archivedName(in: coder) {
            name = archived
            if let entry = FilterRegistry.shared.entry(named: archived) {
                classAttributes = entry.classAttributes
                makeFilter = entry.makeFilter
                unit = entry.unit
            }
        }
        let classes: [AnyClass] = [NSNumber.self, NSString.self, NSData.self, CIVector.self, CIColor.self]
        for key in inputKeys where coder.containsValue(forKey: Self.archiveKey(key)) {
            setValue(coder.decodeObject(of: classes, forKey: Self.archiveKey(key)), forKey: key)
        }
    }

    private static func archivable(_ value: Any) -> NSObject? {
        switch value {
        case let text as String: text as NSString
        case let data as Data: data as NSData
        case let transform as NSAffineTransform: CIVector(cgAffineTransform: CGAffineTransform(transform))
        case let number as NSNumber: number
        case let vector as CIVector: vector
        case let color as CIColor: color
        default: nil
        }
    }
}
