import Foundation

/// Core Foundation's name for a string, so that `name as CFString` compiles unchanged.
public typealias CFString = String

/// Core Foundation's name for bytes, so that `CGDataProvider(data: bytes as CFData)` compiles unchanged.
public typealias CFData = Data
