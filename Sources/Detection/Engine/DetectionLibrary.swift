import CDetection
import CoreImageEssentials
import Foundation
import Glibc
import SystemResources

/// The library of detection engines, opened at run time, so that programs that create no detector don't load OpenCV.
///
/// Unsafe: the functions are assumed to have the signatures of `coreimage_detection.h`. The library's interface number,
/// which is checked, ensures this.
package final class DetectionLibrary: Sendable {
    typealias MakeFaces = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
    typealias FreeFaces = @convention(c) (OpaquePointer) -> Void
    typealias FindFaces =
        @convention(c) (
            OpaquePointer, detection_picture, detection_face_settings, detection_face_found, UnsafeMutableRawPointer,
            detection_message
        ) -> detection_status
    typealias FindCodes =
        @convention(c) (detection_picture, Int32, detection_code_found, UnsafeMutableRawPointer, detection_message) ->
        detection_status
    typealias FindRectangles =
        @convention(c) (
            detection_picture, Double, Int32, detection_rectangle_found, UnsafeMutableRawPointer, detection_message
        ) -> detection_status
    typealias FindText =
        @convention(c) (
            detection_picture, Double, Int32, detection_text_found, UnsafeMutableRawPointer, detection_message
        ) -> detection_status

    static let fileName = "libCoreImageDetection.so"
    /// The environment variable that names the library's file.
    static let variable = "COREIMAGE_DETECTION"

    /// The library, opened on first access, or the error of opening it.
    package static let shared = Result { () throws(CIDetectionError) in try DetectionLibrary(candidates: candidates()) }

    /// The path of the library's file.
    package let path: String
    let makeFaces: MakeFaces
    let freeFaces: FreeFaces
    let findFaces: FindFaces
    let findCodes: FindCodes
    let findRectangles: FindRectangles
    let findText: FindText

    /// Opens the first existing file of `candidates`.
    init(candidates: [String]) throws(CIDetectionError) {
        guard let path = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw .missingLibrary(tried: candidates, reason: nil)
        }
        self.path = path
        // The library is never closed, because detectors may exist until the process ends.
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw .missingLibrary(tried: candidates, reason: dlerror().map { String(cString: $0) } ?? "no reason given")
        }
        func function<Function>(_ name: String, as type: Function.Type) throws(CIDetectionError) -> Function {
            guard let symbol = dlsym(handle, name) else { throw .incompatibleLibrary(path: path) }
            return unsafeBitCast(symbol, to: type)
        }
        let interface = try function("coreimage_detection_interface", as: (@convention(c) () -> Int32).self)
        guard interface() == COREIMAGE_DETECTION_INTERFACE else { throw .incompatibleLibrary(path: path) }
        makeFaces = try function("coreimage_detection_faces_make", as: MakeFaces.self)
        freeFaces = try function("coreimage_detection_faces_free", as: FreeFaces.self)
        findFaces = try function("coreimage_detection_find_faces", as: FindFaces.self)
        findCodes = try function("coreimage_detection_find_codes", as: FindCodes.self)
        findRectangles = try function("coreimage_detection_find_rectangles", as: FindRectangles.self)
        findText = try function("coreimage_detection_find_text", as: FindText.self)
    }

    /// Returns the paths to try: only the environment variable's path if it is set; otherwise beside this code and the
    /// program, in their sibling `lib` folders, and in the system's library folders.
    static func candidates(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        if let path = environment[variable], !path.isEmpty { return [path] }
        var files: [String] = []
        if let library = LoadedFile.path(of: #dsohandle) { files.append(library) }
        if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            files.append(program)
        }
        let folders = files.flatMap { file in
            let folder = URL(fileURLWithPath: file).resolvingSymlinksInPath().deletingLastPathComponent()
            return [folder.path, folder.deletingLastPathComponent().appendingPathComponent("lib").path]
        }
        var seen = Set<String>()
        return (folders + ["/usr/local/lib", "/usr/lib"]).map { "\($0)/\(fileName)" }.filter {
            seen.insert($0).inserted
        }
    }
}
