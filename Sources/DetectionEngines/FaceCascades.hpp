#pragma once

#include <opencv2/objdetect.hpp>

#include <map>
#include <string>

#include "Guarded.hpp"

/// Cascades by the names of their files, each read when it is first needed.
struct detection_faces {
    explicit detection_faces(std::string folder) : folder(std::move(folder)) {}

    cv::CascadeClassifier &cascade(const std::string &name) {
        auto &classifier = loaded[name];
        if (classifier.empty()) {
            const std::string path = folder + "/haarcascade_" + name + ".xml";
            // A file that is no cascade makes OpenCV throw, one that isn't there doesn't.
            if (!classifier.load(path)) throw MissingFile(path);
        }
        return classifier;
    }

private:
    const std::string folder;
    std::map<std::string, cv::CascadeClassifier> loaded;
};
