import CoreImageEssentials
import Foundation
import Recipes

/// The host's proxy for a filter in its unit's worker process. It stores the inputs' values, and requests the recipe of
/// the output image from the worker.
///
/// If the worker fails, the output is an image whose rendering throws the `CIPlugInFailure`.
final class WorkerFilter: CIFilter, DynamicInputs {
    private let interface: WorkerFilterInterface
    private let number: Int
    private var values: [String: Any] = [:]

    init(_ interface: WorkerFilterInterface) {
        (self.interface, number) = (interface, interface.unit.newNumber())
        super.init()
    }

    /// Takes the filter from the registry, never from an archive: its unit must be loaded.
    required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding, let name = CIFilter.archivedName(in: coder),
            let registered = FilterRegistry.shared.filter(named: name) as? WorkerFilter
        else { return nil }
        (interface, number) = (registered.interface, registered.interface.unit.newNumber())
        super.init(coder: coder)
    }

    /// Makes the unit's process create a filter of the class.
    ///
    /// - Throws: The reason, if it can't.
    func start() throws(CIPlugInFailure) { try interface.start() }

    /// The ID of the unit's process; nil if it isn't running.
    var process: Int32? { interface.unit.process }

    deinit { interface.unit.forget(filter: number) }

    /// The inputs. Empty if the worker can't describe them; the error is then logged.
    private var known: [WorkerInput] {
        do { return try interface.inputs() } catch {
            logRefusal(error)
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
        let inputs: [WorkerInput]
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
            let output = WorkerOutput(
                of: interface.unit, filter: interface.description.name, object: number, values: values)
            return try output.image()
        } catch {
            return .failed(error)
        }
    }
}
