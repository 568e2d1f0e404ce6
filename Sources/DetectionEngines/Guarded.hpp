#pragma once

#include <opencv2/core.hpp>

#include <cstring>
#include <exception>
#include <string>

#include "coreimage_detection.h"

/// A cascade's file can't be read.
struct MissingFile : std::exception {
    std::string path;
    explicit MissingFile(std::string path) : path(std::move(path)) {}
    const char *what() const noexcept override { return path.c_str(); }
};

inline void writeMessage(detection_message message, const char *text) noexcept {
    if (!message.text || message.capacity == 0) return;
    std::strncpy(message.text, text, message.capacity - 1);
    message.text[message.capacity - 1] = 0;
}

/// Runs `work` and converts exceptions to a status. Exceptions must not leave the library, because its callers are
/// written in Swift and can't catch them.
template <typename Work>
detection_status guarded(detection_message message, Work work) noexcept {
    try {
        work();
        return DETECTION_DONE;
    } catch (const MissingFile &error) {
        writeMessage(message, error.what());
        return DETECTION_MISSING_FILE;
    } catch (const std::exception &error) {
        writeMessage(message, error.what());
    } catch (...) {
        writeMessage(message, "an exception without a text");
    }
    return DETECTION_FAILED;
}

/// Wraps the caller's pixels without copying them.
inline cv::Mat pixelsOf(const detection_picture &picture) {
    return cv::Mat(
        picture.height, picture.width, CV_8UC4, const_cast<uint8_t *>(picture.pixels), picture.bytes_per_row);
}

cv::Mat grayOf(const detection_picture &picture);
