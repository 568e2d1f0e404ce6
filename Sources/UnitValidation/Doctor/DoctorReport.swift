/// The state of all image units of a machine: every folder, unit and filter, with the reasons why some are missing.
public struct DoctorReport: Sendable, Codable {
    /// A folder that is searched for units.
    public struct Folder: Sendable, Codable {
        /// The state of a folder.
        public enum State: String, Sendable, Codable {
            /// The folder is searched.
            case searched
            /// The folder doesn't exist, which isn't an error.
            case missing
            /// The folder can't be read.
            case unreadable
            /// The path isn't a folder.
            case notAFolder
        }

        /// The absolute path.
        public var path: String
        /// The state of the folder.
        public var state: State
        /// The units in the folder, by name, without those already found in an earlier folder.
        public var units: [Unit]
    }

    /// A unit in a folder.
    public struct Unit: Sendable, Codable {
        /// The path of the bundle.
        public var path: String
        /// The bundle identifier, or nil if it couldn't be read.
        public var identifier: String?
        /// The version, or nil if the unit doesn't state one.
        public var version: String?
        /// Whether at least one of its filters can be used.
        public var isLoaded: Bool
        /// The filters, by name.
        public var filters: [Filter]
        /// Errors and remarks about the unit as a whole.
        public var problems: [Problem]
    }

    /// A filter of a unit.
    public struct Filter: Sendable, Codable {
        /// The state of a filter.
        public enum State: String, Sendable, Codable {
            /// The filter can be created by name.
            case loaded
            /// The filter or its unit has an error.
            case refused
            /// Another filter has the same name.
            case shadowed
            /// The filter is registered, but its code fails when it starts.
            case failing
            /// The unit failed so often that its code isn't run any more.
            case quarantined
        }

        /// The filter's name.
        public var name: String
        /// Whether the filter is machine code, as opposed to a kernel.
        public var isExecutable: Bool
        /// The state of the filter.
        public var state: State
        /// The reason why the filter isn't loaded, with the remedy. Nil if it is loaded.
        public var reason: String?
    }

    /// An error or a remark.
    public struct Problem: Sendable, Codable {
        /// Whether it caused something to be refused.
        public var isError: Bool
        /// The problem and its remedy, on one line.
        public var message: String
    }

    /// A component of the host that units may need.
    public struct Layer: Sendable, Codable {
        /// The name of the component.
        public var name: String
        /// Whether the component is available.
        public var isPresent: Bool
        /// The purpose of the component, or the consequence of its absence and the remedy.
        public var detail: String
    }

    /// A filter name that several units use.
    public struct Duplicate: Sendable, Codable {
        /// The filter's name.
        public var name: String
        /// The paths of the units, in search order.
        public var units: [String]
    }

    /// The folders, in search order.
    public var folders: [Folder]
    /// The components of the host.
    public var layers: [Layer]
    /// Filter names that several units use. The first unit keeps the name.
    public var duplicates: [Duplicate]

    /// Whether all units and filters are loaded.
    public var isHealthy: Bool {
        !folders.flatMap(\.units).contains { unit in
            unit.problems.contains(where: \.isError) || unit.filters.contains { $0.state != .loaded }
        }
    }
}
