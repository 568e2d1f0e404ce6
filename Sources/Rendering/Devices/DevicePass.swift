import ImageGraph
import Pixels

/// How a device computes a pass: which members it computes, and which ones the processor computes before.
struct DevicePass {
    /// Who computes a member.
    enum Role: Hashable {
        /// The processor, before the device begins: members that read no result of the device.
        case processor
        /// The device, with the member's kernel, with those that its operator consists of, or with a copy.
        case device
        /// Nobody: the member has its input's pixels, perhaps moved. Formats are converted where pixels are copied.
        case alias
    }

    let pass: RenderPass
    let steps: [RenderStep]
    /// By member.
    let roles: [Role]
    /// The format of each member's result, by member. Where the device doesn't support a format, it stores floats,
    /// which are converted in the process's memory.
    let formats: [PixelFormat]
    private let heldFormats: [Int: PixelFormat]

    /// Divides a pass.
    ///
    /// - Parameters:
    ///   - canRead: Whether the device reads a format.
    ///   - supports: Whether the device reads and writes a format.
    /// - Throws: The reason why the device can't compute the pass.
    init(
        _ pass: RenderPass, _ steps: [RenderStep], canRead: (PixelFormat) -> Bool, supports: (PixelFormat) -> Bool
    ) throws(DeviceRefusal) {
        var roles: [Role] = []
        var computesPixels = false
        for (index, member) in pass.members.enumerated() {
            let step = steps[member.step]
            let readsDevice = member.inputs.contains { input in
                if case .member(let other) = input { Self.isOnDevice(other, pass, roles) } else { false }
            }
            if member.isCopy {
                // Kernels read all formats, so only a format with fewer bits needs a copy. The process's memory has it
                // if the device doesn't support it, which is too late between kernels.
                let isCopied = member.format != .RGBAf && readsDevice && supports(member.format)
                guard isCopied || index == pass.writer || member.format == .RGBAf else {
                    throw DeviceRefusal("it needs the pixels of \(step.name) in another format")
                }
                roles.append(isCopied ? .device : .alias)
            } else if step.operation.isView {
                roles.append(.alias)
            } else if let kernel = step.operation.kernel, kernel.warped == nil {
                // Drivers, and the memory that they share, aren't a sandbox.
                if kernel.program.requiresSandbox { throw DeviceRefusal("\(step.name) must run in the sandbox") }
                roles.append(.device)
                computesPixels = true
            } else if step.operation.kernelComposedOperator != nil {
                roles.append(.device)
                computesPixels = true
            } else if readsDevice {
                throw DeviceRefusal("devices have no code for \(step.name)")
            } else {
                roles.append(.processor)
            }
        }
        guard computesPixels else { throw DeviceRefusal("devices have no code for \(steps[pass.root].name)") }
        (self.pass, self.steps, self.roles) = (pass, steps, roles)
        formats = zip(pass.members, roles).map { member, role in
            (role == .processor ? canRead : supports)(member.format) ? member.format : .RGBAf
        }
        heldFormats = pass.heldFormats.mapValues { canRead($0) ? $0 : .RGBAf }
    }

    /// The format in which the device reads the pixels of a step that are in memory.
    func heldFormat(_ step: Int) -> PixelFormat { heldFormats[step] ?? .RGBAf }

    /// Whether a member's pixels are computed by the device.
    private static func isOnDevice(_ index: Int, _ pass: RenderPass, _ roles: [Role]) -> Bool {
        switch roles[index] {
        case .device: return true
        case .processor: return false
        case .alias:
            guard case .member(let other)? = pass.members[index].inputs.first else { return false }
            return isOnDevice(other, pass, roles)
        }
    }

    /// Where the pixels of an input are, after aliases.
    struct Origin: Hashable {
        var input: RenderPass.Input
        /// The distance from the pixels' own coordinates to those of the reader.
        var dx = 0
        var dy = 0
        /// The aliases on the way, with the distance from their coordinates to those of the reader.
        var aliases: [Alias] = []
    }

    /// A member that has its input's pixels.
    struct Alias: Hashable {
        let member: Int
        let dx: Int
        let dy: Int
    }

    /// Follows aliases to the pixels that an input has.
    func origin(of input: RenderPass.Input) -> Origin {
        var origin = Origin(input: input)
        while case .member(let index) = origin.input, roles[index] == .alias {
            guard let next = pass.members[index].inputs.first else { return origin }
            origin.aliases.append(Alias(member: index, dx: origin.dx, dy: origin.dy))
            if !pass.members[index].isCopy, let (dx, dy) = steps[pass.members[index].step].operation.viewOffset {
                (origin.dx, origin.dy) = (origin.dx + dx, origin.dy + dy)
            }
            origin.input = next
        }
        return origin
    }
}

/// The reason why a device doesn't compute a pass.
struct DeviceRefusal: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
