import Foundation

/// The host's side of a filter that lives in its unit's worker process: it keeps the inputs' values, and gets the recipe of the output image
/// from there.
///
/// A worker that fails gives an image whose rendering throws the `CIPlugInFailure`.
final class WorkerFilter: CIFilter {
    private let interface: WorkerFilterInterface
    private let number: Int
    private var values: [String: Any] = [:]

    init(_ interface: WorkerFilterInterface) {
        (self.interface, number) = (interface, interface.unit.newNumber())
        super.init()
    }

    /// The filter comes from the registry, never from an archive: its unit must be loaded.
    required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding, let name = CIFilter.archivedName(in: coder),
            let registered = FilterRegistry.shared.filter(named: name) as? WorkerFilter
        else { return nil }
        (interface, number) = (registered.interface, registered.interface.unit.newNumber())
        super.init(coder: coder)
    }

    /// Has the unit's process make a filter of the class.
    ///
    /// - Throws: why it can't.
    func start() throws(CIPlugInFailure) { try interface.start() }

    /// The unit's process, if it runs.
    var process: Int32? { interface.unit.process }

    deinit { interface.unit.forget(filter: number) }

    /// The inputs; none, with the reason in the log, while the worker doesn't say.
    private var known: [WorkerInput] {
        do { return try interface.inputs() } catch {
            logRefusal(error)
            return []
        }
    }

    override var inputKeys: [String] { known.map(\.key) }

    override var undeclaredKeys: [String] { inputKeys }

    override var attributes: [String: Any] {
        var result = describedAttributes()
        for input in known { result[input.key] = input.attributes }
        return result
    }

    override func setDefaults() {
        super.setDefaults()
        values = [:]
    }

    override func storeUndeclared(_ value: Any?, forKey key: String) -> Bool {
        let inputs: [WorkerInput]
        do { inputs = try interface.inputs() } catch {
            // The worker may be well again when the image is wanted; what was set is kept till then.
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

    override func undeclaredValue(forKey key: String) -> Any? {
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
