/// An error of a worker process. The host adds the names of the unit and the filter.
enum UnitServerError: Error, CustomStringConvertible {
    case otherBuild
    case notOpen
    case memoryMismatch
    case noMemory
    case unknownFilter(String)
    case unknownFunction(Int)
    case loading([String])

    var description: String {
        switch self {
        case .otherBuild:
            "the worker program is of another build of CoreImage than the host; install both from one build"
        case .notOpen: "the host sent a request before it opened the unit; report this as a bug of Core Image"
        case .memoryMismatch:
            "the host shared memory that doesn't fit the pixels; report this as a bug of Core Image"
        case .noMemory: "the worker has no memory left; render smaller parts, or fewer at once"
        case .unknownFilter(let name):
            "the unit has no filter \(name); build it again, or correct its Description.plist"
        case .unknownFunction(let number):
            "the host called function \(number), which the output doesn't have; report this as a bug of Core Image"
        case .loading(let problems): problems.joined(separator: "; ")
        }
    }
}
