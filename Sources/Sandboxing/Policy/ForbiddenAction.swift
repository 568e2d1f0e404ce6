import CSandbox
import UntrustedInput

/// An action that a worker attempted and its sandbox refused.
package struct ForbiddenAction: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of actions that are reported. All other actions are refused without a report.
    package enum Kind: UInt32, Sendable, CaseIterable {
        case openedSocket = 1
        case startedProgram
        case startedProcess
        case signalledProcess
        case inspectedProcess
        case wroteFile
        case removedFile
        case movedFile
        case madeFile
        case changedFileAttributes
        case changedSystem
        case changedPrivileges
        case madeSystemCall
    }

    /// The kind of action.
    package let kind: Kind
    /// The file that the action concerned, as spelt by the worker and made printable.
    package let path: String?

    /// Creates a record of an action.
    package init(_ kind: Kind, path: String? = nil) {
        self.kind = kind
        self.path = path
    }

    /// Reads an entry of a worker's status page. Returns nil if it is invalid.
    init?(_ entry: csandbox_action) {
        guard let kind = Kind(rawValue: entry.kind) else { return nil }
        let text = withUnsafeBytes(of: entry.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(kind, path: text.isEmpty ? nil : printable(text))
    }

    /// The attempted action, as a phrase after "it tried to".
    package var description: String {
        let file = path ?? "a file"
        return switch kind {
        case .openedSocket: "open a network socket"
        case .startedProgram: path.map { "start the program \($0)" } ?? "start a program"
        case .startedProcess: "start a process"
        case .signalledProcess: "send a signal to another process"
        case .inspectedProcess: "inspect or change another process"
        case .wroteFile: "write to \(file)"
        case .removedFile: "remove \(file)"
        case .movedFile: "move \(file)"
        case .madeFile: "make \(file)"
        case .changedFileAttributes: "change the attributes of \(file)"
        case .changedSystem: "change the system"
        case .changedPrivileges: "change its privileges"
        case .madeSystemCall: "make a system call that the sandbox doesn't allow"
        }
    }
}
