import Foundation
import UnitAuthoring

/// A kernel as code to keep.
struct KernelCode {
    let lab: KernelLab

    /// Returns the sources of an image unit with the shown kernel as a zip file, those of `coreimage units new`.
    ///
    /// - Throws: The error of the text.
    func unit() throws -> Data { try ported(kind: nil).archive() }

    /// Returns a filter in Swift that applies the shown kernel.
    ///
    /// - Throws: The error of the text.
    func swiftClass() throws -> String {
        let unit = try ported(kind: .swift)
        let data = unit.contents.first { $0.key.hasSuffix("/\(unit.name).swift") }?.value
        guard let data else {
            throw WorkbenchRefusal("A parameter's name can't be a property in Swift. Choose another one.")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private func ported(kind: UnitKind?) throws -> PortedUnit {
        guard let program = lab.program, lab.notes.allSatisfy({ !$0.isError }) else {
            throw WorkbenchRefusal("The kernel has an error. Correct it first.")
        }
        let words = program.name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let name = try UnitName(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
        return try PortedUnit(
            kernelText: lab.document.text.string, path: "kernel", only: program.name, name: name,
            identifier: BundleIdentifier("org.example.\(name)"), kind: kind, corePackage: nil)
    }
}
