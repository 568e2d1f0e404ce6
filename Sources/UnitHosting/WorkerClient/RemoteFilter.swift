import CoreImageEssentials
import Foundation

/// The host's proxy for a filter in its unit's worker process. It stores the inputs' values, and requests the recipe of
/// the output image from the worker.
///
/// If the worker fails, the output is an image whose rendering throws the `CIPlugInFailure`.
final class RemoteFilter: CIFilter, DynamicInputs {
    private let interface: RemoteFilterInterface
    private let id: Int
    private var values: [String: Any] = [:]

    init(_ interface: RemoteFilterInterface) {
        (self.interface, id) = (interface, interface.code.newFilterID())
        super.init()
    }

    /// Takes the filter from the registry, never from an archive: its unit must be loaded.
    required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding, let name = CIFilter.archivedName(in: coder),
            let registered = FilterRegistry.shared.filter(named: name) as? RemoteFilter
        else { return nil }
        (interface, id) = (registered.interface, registered.interface.code.newFilterID())
        super.init(coder: coder)
    }

    /// Makes the unit's process create a filter of the class.
    ///
    /// - Throws: The reason, if it can't.
    func start() throws(CIPlugInFailure) { try interface.start() }

    /// The ID of the unit's process; nil if it isn't running.
    var process: Int32? { interface.code.process }

    deinit { interface.code.forget(filter: id) }

    /// The inputs. Empty if the worker can't describe them; the error is then logged.
    private var known: [RemoteInput] {
        do { return try interface.inputs() } catch {
            logError(error)
            return []
        }
    }

    override var inputKeys: [String] { known.map(\.key) }

    package var dynamicKeys: [String] { inputKeys }

    override var attributes: [String: Any] {
        var result = describedAttributes()
        for input in known { result[input.key] = input.attributes }
        return result
    }

    override func setDefaults() {
        super.setDefaults()
        values = [:]
    }

    package func storeDynamic(_ value: Any?, forKey key: String) -> Bool {
        let inputs: [RemoteInput]
        do { inputs = try interface.inputs() } catch {
            // The worker may have recovered by the time the image is requested, so the value is kept unchecked.
            values[key] = value
            return true
        }
        guard let input = inputs.first(where: { $0.key == key }) else { return false }
        forget(key: key)
        guard let value else {
            values[key] = nil
            return true
        }
        if let accepted = input.accepted(value) {
            values[key] = accepted
        } else {
            remember(
                .wrongClass(filter: name, key: key, expected: input.expectedClass, given: "\(type(of: value))"),
                forKey: key)
        }
        return true
    }

    package func dynamicValue(forKey key: String) -> Any? {
        values[key] ?? known.first { $0.key == key }?.defaultValue
    }

    override var outputImage: CIImage? {
        guard inputError == nil else { return nil }
        do {
            let output = RemoteOutput(
                of: interface.code, filter: interface.description.name, object: id, values: values)
            return try output.image()
        } catch {
            return .failed(error)
        }
    }
}
