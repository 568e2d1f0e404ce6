// Detection of QR codes with ZXing.

#define ZX_USE_UTF8 1

#include <ZXing/ReadBarcode.h>

#include <opencv2/imgproc.hpp>

#include "Guarded.hpp"

namespace {

/// Returns the QR codes in a gray picture.
ZXing::Results read(const cv::Mat &gray, bool thorough) {
    const auto hints = ZXing::DecodeHints()
                           .setFormats(ZXing::BarcodeFormat::QRCode)
                           .setTryHarder(thorough)
                           .setTryRotate(thorough)
                           .setTryDownscale(true);
    return ZXing::ReadBarcodes({gray.data, gray.cols, gray.rows, ZXing::ImageFormat::Lum, int(gray.step)}, hints);
}

// Deprecated in favour of an interface that this version of ZXing doesn't have yet.
const ZXing::ByteArray &codewordsOf(const ZXing::Result &result) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return result.rawBytes();
#pragma GCC diagnostic pop
}

void report(const ZXing::Result &result, double scale, detection_code_found found, void *context) {
    detection_code code = {};
    for (int i = 0; i < 4; i++) {
        const auto corner = result.position()[i];
        code.corners[i] = {corner.x / scale, corner.y / scale};
    }
    const std::string text = result.text();
    const std::string level = result.ecLevel();
    const auto &codewords = codewordsOf(result);
    code.text = text.data();
    code.text_length = text.size();
    code.codewords = codewords.data();
    code.codeword_count = codewords.size();
    code.correction_level = level.size() == 1 ? level[0] : 0;
    found(context, &code);
}

}  // namespace

detection_status coreimage_detection_find_codes(
    detection_picture picture, int32_t thorough, detection_code_found found, void *context, detection_message message) {
    return guarded(message, [&] {
        const cv::Mat gray = grayOf(picture);
        double scale = 1;
        ZXing::Results results = read(gray, thorough);
        if (results.empty() && thorough) {
            // Codes with modules of one or two pixels, and blurred ones, can be read from an enlarged and sharpened
            // copy.
            cv::Mat large, soft, sharp;
            scale = 2;
            cv::resize(gray, large, {}, scale, scale, cv::INTER_CUBIC);
            cv::GaussianBlur(large, soft, {}, 3);
            cv::addWeighted(large, 2.5, soft, -1.5, 0, sharp);
            results = read(sharp, true);
        }
        for (const auto &result : results) report(result, scale, found, context);
    });
}
