/// The state of all image units of a machine: every folder, unit and filter, with the reasons why some are missing.
package struct DoctorReport: Sendable, Codable {
    /// A folder that is searched for units.
    package struct Folder: Sendable, Codable {
        /// The state of a folder.
        package enum State: String, Sendable, Codable {
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
        package var path: String
        /// The state of the folder.
        package var state: State
        /// The units in the folder, by name, without those already found in an earlier folder.
        package var units: [Unit]
    }

    /// A unit in a folder.
    package struct Unit: Sendable, Codable {
        /// The path of the bundle.
        package var path: String
        /// The bundle identifier, or nil if it couldn't be read.
        package var identifier: String?
        /// The version, or nil if the unit doesn't state one.
        package var version: String?
        /// Whether at least one of its filters can be used.
        package var isLoaded: Bool
        /// The filters, by name.
        package var filters: [Filter]
        /// Errors and remarks about the unit as a whole.
        package var problems: [Problem]
    }

    /// A filter of a unit.
    package struct Filter: Sendable, Codable {
        /// The state of a filter.
        package enum State: String, Sendable, Codable {
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
        package var name: String
        /// Whether the filter is machine code, as opposed to a kernel.
        package var isExecutable: Bool
        /// The state of the filter.
        package var state: State
        /// The reason why the filter isn't loaded, with the remedy. Nil if it is loaded.
        package var reason: String?
    }

    /// An error or a remark.
    package struct Problem: Sendable, Codable {
        /// Whether it caused something to be refused.
        package var isError: Bool
        /// The problem and its remedy, on one line.
        package var message: String
    }

    /// A component of the host that units may need.
    package struct Layer: Sendable, Codable {
        /// The name of the component.
        package var name: String
        /// Whether the component is available.
        package var isPresent: Bool
        /// The purpose of the component, or the consequence of its absence and the remedy.
        package var detail: String
    }

    /// A filter name that several units use.
    package struct Duplicate: Sendable, Codable {
        /// The filter's name.
        package var name: String
        /// The paths of the units, in search order.
        package var units: [String]
    }

    /// The folders, in search order.
    package var folders: [Folder]
    /// The components of the host.
    package var layers: [Layer]
    /// Filter names that several units use. The first unit keeps the name.
    package var duplicates: [Duplicate]

    /// Whether all units and filters are loaded.
    package var isHealthy: Bool {
        !folders.flatMap(\.units).contains { unit in
            unit.problems.contains(where: \.isError) || unit.filters.contains { $0.state != .loaded }
        }
    }
}
