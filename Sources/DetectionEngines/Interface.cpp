#include <opencv2/imgproc.hpp>

#include "Guarded.hpp"

int32_t coreimage_detection_interface(void) { return COREIMAGE_DETECTION_INTERFACE; }

cv::Mat grayOf(const detection_picture &picture) {
    cv::Mat gray;
    cv::cvtColor(pixelsOf(picture), gray, cv::COLOR_RGBA2GRAY);
    return gray;
}
