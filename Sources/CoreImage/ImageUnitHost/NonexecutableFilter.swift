import Foundation
import ImageUnits

/// A filter that consists of a kernel and a description of its inputs. It runs in the sandboxed interpreter, unless
/// `CIPlugIn.trustsKernels` says otherwise; no code of the unit runs.
///
/// The region of interest is the region computed, and the result is defined where any of the input images is.
final class NonexecutableFilter: CIFilter {
    private let definition: NonexecutableDefinition
    private var values: [String: Any] = [:]

    init(_ definition: NonexecutableDefinition) {
        self.definition = definition
        super.init()
        setDefaults()
    }

    /// The kernel comes from the registry, never from an archive: the filter's unit must be loaded.
    required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding, let name = CIFilter.archivedName(in: coder),
            let registered = FilterRegistry.shared.filter(named: name) as? NonexecutableFilter
        else { return nil }
        definition = registered.definition
        values = registered.values
        super.init(coder: coder)
    }

    override var inputKeys: [String] { definition.description.inputs.map(\.name) }

    override var attributes: [String: Any] {
        var result = describedAttributes()
        for input in definition.description.inputs { result[input.name] = input.attributeDictionary }
        return result
    }

    override func setDefaults() {
        super.setDefaults()
        values = [:]
        for input in definition.description.inputs { values[input.name] = input.defaultValue?.keyValue }
    }

    override func storeUndeclared(_ value: Any?, forKey key: String) -> Bool {
        guard let input = definition.description.inputs.first(where: { $0.name == key }) else { return false }
        forget(key: key)
        guard let value else {
            values[key] = input.defaultValue?.keyValue
            return true
        }
        if let accepted = input.accepted(value) {
            values[key] = accepted
        } else {
            remember(
                .wrongClass(filter: name, key: key, expected: input.className, given: "\(type(of: value))"), forKey: key
            )
        }
        return true
    }

    override func undeclaredValue(forKey key: String) -> Any? { values[key] }

    override var outputImage: CIImage? {
        guard inputError == nil else { return nil }
        var arguments: [Any] = []
        var extent = CGRect.null
        for key in inputKeys {
            guard let value = values[key] else { return nil }
            if let image = value as? CIImage { extent = extent.hull(image.extent) }
            arguments.append(value)
        }
        // A kernel without images paints everywhere.
        let domain = extent.isNull ? CGRect.infinite : extent
        do {
            return try definition.kernel().applying(
                extent: domain, roiCallback: { _, rectangle in rectangle }, arguments: arguments)
        } catch {
            return .failed(error)
        }
    }
}
