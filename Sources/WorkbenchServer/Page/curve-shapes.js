// Curves as functions, and tables of them. Points are pairs [x, y].

// The natural cubic spline, as the filter's: points closer than 1/1000 are a step between two splines.
export function naturalSpline(given, extrapolates = false) {
  const points = given.map(([x, y]) => [x, y]).sort(([a], [b]) => a - b);
  for (let i = 1; i < points.length; i += 1) points[i][0] = Math.max(points[i][0], points[i - 1][0] + 1e-4);
  const count = points.length - 1;
  const widths = [], chords = [];
  for (let i = 0; i < count; i += 1) {
    widths.push(points[i + 1][0] - points[i][0]);
    chords.push((points[i + 1][1] - points[i][1]) / widths[i]);
  }
  // Second derivatives: a tridiagonal system, eliminated downwards and solved upwards.
  const bends = new Array(count + 1).fill(0), factors = new Array(count + 1).fill(0);
  for (let i = 1; i < count; i += 1) {
    if (Math.min(widths[i - 1], widths[i]) < 1e-3) continue;
    const diagonal = 2 * (widths[i - 1] + widths[i]) - widths[i - 1] * factors[i - 1];
    factors[i] = widths[i] / diagonal;
    bends[i] = (6 * (chords[i] - chords[i - 1]) - widths[i - 1] * bends[i - 1]) / diagonal;
  }
  for (let i = count - 1; i > 0; i -= 1) bends[i] -= factors[i] * bends[i + 1];
  const slope = (i) => chords[i] - (widths[i] * (2 * bends[i] + bends[i + 1])) / 6;
  const lastSlope = chords[count - 1] + (widths[count - 1] * bends[count - 1]) / 6;
  return (x) => {
    const [first, last] = [points[0], points[count]];
    if (x <= first[0]) return first[1] + (extrapolates ? (x - first[0]) * slope(0) : 0);
    if (x >= last[0]) return last[1] + (extrapolates ? (x - last[0]) * lastSlope : 0);
    let i = count - 1;
    while (points[i][0] > x) i -= 1;
    const t = x - points[i][0];
    return points[i][1] + t * (slope(i) + t * (bends[i] / 2 + (t * (bends[i + 1] - bends[i])) / (6 * widths[i])));
  };
}

export function polyline(points) {
  return (x) => {
    if (x <= points[0][0]) return points[0][1];
    const i = points.findIndex(([place]) => place >= x);
    if (i < 0) return points.at(-1)[1];
    const [[a, from], [b, to]] = [points[i - 1], points[i]];
    return from + ((to - from) * (x - a)) / (b - a);
  };
}

// A smooth curve that doesn't overshoot: cubic pieces with the slopes of Fritsch and Carlson's method.
export function monotoneCubic(points) {
  const count = points.length - 1;
  const widths = [], chords = [];
  for (let i = 0; i < count; i += 1) {
    widths.push(Math.max(1e-6, points[i + 1][0] - points[i][0]));
    chords.push((points[i + 1][1] - points[i][1]) / widths[i]);
  }
  const slopes = points.map((_, i) => {
    if (i === 0 || i === count) return chords[Math.min(i, count - 1)];
    return chords[i - 1] * chords[i] <= 0 ? 0 : (chords[i - 1] + chords[i]) / 2;
  });
  chords.forEach((chord, i) => {
    if (chord === 0) return void ([slopes[i], slopes[i + 1]] = [0, 0]);
    const size = Math.hypot(slopes[i] / chord, slopes[i + 1] / chord);
    if (size > 3) for (const j of [i, i + 1]) slopes[j] *= 3 / size;
  });
  return (x) => {
    if (x <= points[0][0]) return points[0][1];
    if (x >= points[count][0]) return points[count][1];
    let i = count - 1;
    while (points[i][0] > x) i -= 1;
    const t = (x - points[i][0]) / widths[i];
    const rest = 1 - t;
    return points[i][1] * rest * rest * (1 + 2 * t) + points[i + 1][1] * t * t * (3 - 2 * t)
      + widths[i] * t * rest * (slopes[i] * rest - slopes[i + 1] * t);
  };
}

// The fewest points, at most 12, whose smooth curve is within 1/256 of the values of a table's column.
export function pointsOf(column) {
  const last = column.length - 1;
  const at = (i) => [i / last, column[i]];
  const chosen = [0, last];
  while (chosen.length < 12) {
    const curve = monotoneCubic(chosen.map(at));
    let [worst, difference] = [-1, 1 / 256];
    column.forEach((value, i) => {
      const own = Math.abs(curve(i / last) - value);
      if (own > difference) [worst, difference] = [i, own];
    });
    if (worst < 0) break;
    chosen.push(worst);
    chosen.sort((a, b) => a - b);
  }
  return chosen.map(at);
}
