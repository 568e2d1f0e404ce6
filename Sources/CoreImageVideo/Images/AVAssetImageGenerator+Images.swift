import CoreImageEssentials
import MediaTime
import Pixels

extension AVAssetImageGenerator {
    /// The pictures for several times, one after the other. Each is made when the iteration comes to it.
    public struct Images: AsyncSequence, Sendable {
        let generator: AVAssetImageGenerator
        let times: [CMTime]

        /// The outcome for a time.
        public enum Element: Sendable {
            /// The picture, with the requested time and that of its frame.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// The reason why there is no picture.
            case failure(requestedTime: CMTime, error: any Error)

            /// The picture.
            ///
            /// - Throws: The reason why there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The time of the picture's frame.
            ///
            /// - Throws: The reason why there is no picture.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): time
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The requested time.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }
        }

        /// Makes the iterator.
        public func makeAsyncIterator() -> Iterator { Iterator(generator: generator, times: times) }

        /// Makes the next picture.
        public struct Iterator: AsyncIteratorProtocol {
            let generator: AVAssetImageGenerator
            let times: [CMTime]
            private var index = 0

            init(generator: AVAssetImageGenerator, times: [CMTime]) {
                (self.generator, self.times) = (generator, times)
            }

            /// Returns the outcome for the next time; nil at the end and after a cancellation of the task.
            public mutating func next() async -> Element? {
                guard times.indices.contains(index), !Task.isCancelled else { return nil }
                let time = times[index]
                index += 1
                do {
                    let (image, actual) = try await generator.image(at: time)
                    return .success(requestedTime: time, image: image, actualTime: actual)
                } catch {
                    return .failure(requestedTime: time, error: error)
                }
            }
        }
    }

    /// Returns the pictures for several times.
    public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }
}
