import Anonymising
import ArgumentParser
import PictureBatches
import Transitions
import UnitAuthoring
import VideoExchange

// Values of options whose types belong to modules that know nothing of arguments.

extension AnonymousFaces.Style: ExpressibleByArgument {}
extension BuildConfiguration: ExpressibleByArgument {}
extension MemorySize: ExpressibleByArgument {}
extension PictureDepth: ExpressibleByArgument {}
extension PixelCount: ExpressibleByArgument {}
extension RenderingDeadline: ExpressibleByArgument {}
extension TransitionTimeline.Loop: ExpressibleByArgument {}
extension TransitionTimeline.Timing: ExpressibleByArgument {}
extension VideoEncoding.Codec: ExpressibleByArgument {}
extension UnitKind: ExpressibleByArgument {}
