#pragma once

#include <opencv2/objdetect.hpp>

#include <map>
#include <string>

#include "Guarded.hpp"

/// Cascades, by the names of their files. Each file is read when it is first used.
struct detection_faces {
    explicit detection_faces(std::string folder) : folder(std::move(folder)) {}

    cv::CascadeClassifier &cascade(const std::string &name) {
        auto &classifier = loaded[name];
        if (classifier.empty()) {
            const std::string path = folder + "/haarcascade_" + name + ".xml";
            // For an invalid file OpenCV throws an exception, but for a missing one it returns false.
            if (!classifier.load(path)) throw MissingFile(path);
        }
        return classifier;
    }

private:
    const std::string folder;
    std::map<std::string, cv::CascadeClassifier> loaded;
};
