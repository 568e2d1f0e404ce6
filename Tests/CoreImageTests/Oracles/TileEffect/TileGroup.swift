import CoreImage

/// A wallpaper group, whose motions are found by combining a few generators.
struct TileGroup {
    /// The motions that generate the group; for a group of parallelograms, affine maps.
    let generators: [CGAffineTransform]
    /// Corners of a convex tile, in working space.
    let tile: [CGPoint]
    /// The mean of the tile's corners.
    let middle: CGPoint
    /// The distance from the middle to the farthest corner.
    let radius: CGFloat

    init(_ generators: [CGAffineTransform], tile: [CGPoint]) {
        (self.generators, self.tile) = (generators, tile)
        let count = CGFloat(tile.count)
        let middle = CGPoint(x: tile.map(\.x).reduce(0, +) / count, y: tile.map(\.y).reduce(0, +) / count)
        radius = tile.map { hypot($0.x - middle.x, $0.y - middle.y) }.max() ?? 0
        self.middle = middle
    }

    /// The group of the reflections in a triangle's sides.
    init(mirrors corners: [CGPoint]) {
        let generators = corners.indices.map { index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            // A reflection turns by twice the angle of its axis.
            let turn = CGAffineTransform(rotationAngle: 2 * atan2(b.y - a.y, b.x - a.x))
            return CGAffineTransform(translationX: -a.x, y: -a.y)
                .concatenating(CGAffineTransform(scaleX: 1, y: -1)).concatenating(turn)
                .concatenating(CGAffineTransform(translationX: a.x, y: a.y))
        }
        self.init(generators, tile: corners)
    }

    /// Motions whose tiles come near the window.
    func motions(around window: CGRect) -> [CGAffineTransform] {
        let reach = hypot(window.width, window.height) / 2 + 4 * radius
        var (found, places) = ([CGAffineTransform.identity], [[middle, tile[0]]])
        let letters = generators + generators.map { $0.inverted() }
        var next = 0
        while next < found.count {
            for letter in letters {
                let word = letter.concatenating(found[next])
                let image = [middle.applying(word), tile[0].applying(word)]
                guard hypot(image[0].x - window.midX, image[0].y - window.midY) < reach else { continue }
                // A motion is determined by the images of two of the tile's points.
                let isKnown = places.contains { place in
                    hypot(place[0].x - image[0].x, place[0].y - image[0].y) < 1e-6
                        && hypot(place[1].x - image[1].x, place[1].y - image[1].y) < 1e-6
                }
                if isKnown { continue }
                found.append(word)
                places.append(image)
            }
            next += 1
        }
        return found
    }

    /// Returns a point's depth inside the tile; negative outside.
    func depth(of point: CGPoint) -> CGFloat {
        let distances = tile.indices.map { index in
            let (a, b) = (tile[index], tile[(index + 1) % tile.count])
            func side(_ p: CGPoint) -> CGFloat { (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) }
            return side(point) * (side(middle) < 0 ? -1 : 1) / hypot(b.x - a.x, b.y - a.y)
        }
        return distances.min() ?? 0
    }
}

extension [String: Any] {
    /// From coordinates along a tile's sides, in widths from the centre, to working space.
    var tileFrame: CGAffineTransform {
        let (center, angle) = (point(kCIInputCenterKey), number(kCIInputAngleKey))
        let second = angle + (self["inputAcuteAngle"] == nil ? .pi / 2 : number("inputAcuteAngle"))
        let width = number(kCIInputWidthKey)
        return CGAffineTransform(
            a: width * cos(angle), b: width * sin(angle), c: width * cos(second), d: width * sin(second), tx: center.x,
            ty: center.y)
    }

    /// A point from coordinates along a tile's sides.
    func place(_ s: CGFloat, _ t: CGFloat) -> CGPoint { CGPoint(x: s, y: t).applying(tileFrame) }

    /// Returns the motion in working space for `(a s + c t + tx, b s + d t + ty)` in coordinates along a tile's sides.
    func motion(
        _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
    ) -> CGAffineTransform {
        tileFrame.inverted().concatenating(CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty))
            .concatenating(tileFrame)
    }
}
