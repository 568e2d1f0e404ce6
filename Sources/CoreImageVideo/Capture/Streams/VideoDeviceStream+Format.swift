import CV4L2
import CoreImageEssentials
import Glibc

extension VideoDeviceStream {
    /// Sets the format. Returns it as the driver has completed it.
    static func setFormat(
        _ mode: VideoDevice.Mode, of device: VideoDevice, _ file: any VideoDeviceFile
    ) throws(CaptureFailure) -> v4l2_pix_format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        (format.fmt.pix.width, format.fmt.pix.height) = (UInt32(mode.width), UInt32(mode.height))
        format.fmt.pix.pixelformat = mode.format.code
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        format.fmt.pix.priv = cv4l2_format_magic
        do throws(SystemErrorNumber) { try file.control(cv4l2_set_format, &format) } catch {
            throw CaptureFailure(requesting: "setting the format", of: device.path, error)
        }
        let pixels = format.fmt.pix
        // A driver may choose another format than it announced.
        guard pixels.pixelformat == mode.format.code, Int(pixels.width) == mode.width,
            Int(pixels.height) == mode.height
        else {
            throw CaptureFailure(
                .unsupported, path: device.path,
                cause: "it delivers \(pixels.width) × \(pixels.height) pixels instead of the format that was set",
                remedy: "Set another active format.")
        }
        return pixels
    }

    /// Sets the rate. Returns the duration of a frame, or an invalid time if the driver doesn't say.
    static func setInterval(
        _ duration: CMTime?, of device: VideoDevice, _ file: any VideoDeviceFile
    ) throws(CaptureFailure) -> CMTime {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        if let duration, let numerator = UInt32(exactly: duration.value) {
            parameters.parm.capture.timeperframe = v4l2_fract(
                numerator: numerator, denominator: UInt32(duration.timescale))
        }
        do throws(SystemErrorNumber) { try file.control(cv4l2_set_parameters, &parameters) } catch {
            // Cameras with a constant rate don't have the request.
            guard duration == nil || error.rawValue == ENOTTY || error.rawValue == EINVAL else {
                throw CaptureFailure(requesting: "setting the frame rate", of: device.path, error)
            }
            return duration ?? .invalid
        }
        return CMTime(parameters.parm.capture.timeperframe) ?? .invalid
    }
}
