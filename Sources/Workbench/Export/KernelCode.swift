import CoreImage
import Foundation
import KernelLanguage
import UnitAuthoring

/// A kernel as code to keep.
struct KernelCode {
    let lab: KernelLab
    /// The size of the picture, in whose middle points are until they are set.
    let size: CGSize

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

    /// The values and regions that the page shows.
    private func preset(_ program: Program) -> KernelPreset {
        var values: [String: [Double]] = [:]
        for control in lab.controls(size: size) {
            switch lab.values[control.key] ?? control.defaultValue {
            case .number(let number)?: values[control.key] = [number]
            case .boolean(let boolean)?: values[control.key] = [boolean ? 1 : 0]
            case .numbers(let numbers)?: values[control.key] = numbers
            case .color(let red, let green, let blue, let alpha)?: values[control.key] = [red, green, blue, alpha]
            default: break
            }
        }
        let margin = lab.domain.margin
        let extent: KernelPreset.Extent =
            switch lab.domain.extent {
            case .image: .firstImage
            case .grown: .grown(margin ?? 0)
            case .everywhere: .everywhere
            }
        return KernelPreset(values: values, extent: extent, margin: margin)
    }

    private func ported(kind: UnitKind?) throws -> PortedUnit {
        guard let program = lab.program, !lab.hasErrors else {
            throw lab.error
        }
        // A filter without code is defined where its images are.
        let kind = lab.domain.extent == .image ? kind : .swift
        let words = program.name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // Units have longer names than some kernels.
        let name = try UnitName(joined.utf8.count < 2 ? joined + "Filter" : joined)
        return try PortedUnit(
            kernelText: lab.document.text.string, path: "kernel", only: program.name, name: name,
            identifier: BundleIdentifier("org.example.\(name)"), kind: kind, corePackage: nil, preset: preset(program))
    }
}
