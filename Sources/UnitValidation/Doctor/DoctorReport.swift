/// What is known of all image units of a machine: every folder, unit and filter, with the reason why something is missing.
public struct DoctorReport: Sendable, Codable {
    /// A folder that is searched for units.
    public struct Folder: Sendable, Codable {
        /// What a folder may be.
        public enum State: String, Sendable, Codable {
            /// It is read.
            case searched
            /// There is no such folder, which is no error.
            case missing
            /// It may not be read.
            case unreadable
            /// It is something else.
            case notAFolder
        }

        /// The absolute path.
        public var path: String
        /// Whether it is read.
        public var state: State
        /// The units in it that no earlier folder has, by name.
        public var units: [Unit]
    }

    /// A unit.
    public struct Unit: Sendable, Codable {
        /// The bundle.
        public var path: String
        /// Its bundle identifier, if it could be read.
        public var identifier: String?
        /// Its version, if it states one.
        public var version: String?
        /// Whether at least one of its filters can be used.
        public var isLoaded: Bool
        /// Its filters, by name.
        public var filters: [Filter]
        /// What is wrong with it as a whole, or worth knowing.
        public var problems: [Problem]
    }

    /// A filter of a unit.
    public struct Filter: Sendable, Codable {
        /// What became of a filter.
        public enum State: String, Sendable, Codable {
            /// It can be created by name.
            case loaded
            /// Something is wrong with it or with its unit.
            case refused
            /// Another filter has the name.
            case shadowed
            /// It is there, and its code fails when it is started.
            case failing
            /// Its unit misbehaved so often that its code isn't run any more.
            case quarantined
        }

        /// Its name.
        public var name: String
        /// Whether it is machine code rather than a kernel only.
        public var isExecutable: Bool
        /// What became of it.
        public var state: State
        /// Why it isn't loaded, with the remedy; nil when it is.
        public var reason: String?
    }

    /// Something wrong, or worth knowing.
    public struct Problem: Sendable, Codable {
        /// Whether something was refused because of it.
        public var isError: Bool
        /// What is wrong and what to do, on one line.
        public var message: String
    }

    /// A part of the host that units may need.
    public struct Layer: Sendable, Codable {
        /// Its name.
        public var name: String
        /// Whether it is there.
        public var isPresent: Bool
        /// What it is for, or what its absence means and what to do.
        public var detail: String
    }

    /// A name that several units give to a filter.
    public struct Duplicate: Sendable, Codable {
        /// The filter's name.
        public var name: String
        /// The units that have it, in the order in which they are searched.
        public var units: [String]
    }

    /// The folders in the order in which they are searched.
    public var folders: [Folder]
    /// Parts of the host.
    public var layers: [Layer]
    /// Names that several units give to a filter; the first keeps it.
    public var duplicates: [Duplicate]

    /// Whether nothing was refused.
    public var isHealthy: Bool {
        !folders.flatMap(\.units).contains { unit in
            unit.problems.contains(where: \.isError) || unit.filters.contains { $0.state != .loaded }
        }
    }
}
