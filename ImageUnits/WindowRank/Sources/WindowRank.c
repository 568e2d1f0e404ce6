// A rank filter. Each pixel becomes the one at a given rank when the pixels around it are sorted by brightness.
//
// It is written in C because the kernel language has no memory for sorting.
#include "coreimage_unit.h"

#include <math.h>

// The maximum of inputRadius. A disc of this radius has at most LARGEST_WINDOW pixels.
#define LARGEST_RADIUS 32
#define LARGEST_WINDOW ((2 * LARGEST_RADIUS + 1) * (2 * LARGEST_RADIUS + 1))

typedef struct neighbour {
    double brightness;
    int order;
    const float *pixel;
} neighbour;

// Pixels of equal brightness are ordered row by row within the window, so that the result doesn't depend on tiles or
// memory addresses.
static int comes_before(neighbour a, neighbour b) {
    return a.brightness < b.brightness || (a.brightness == b.brightness && a.order < b.order);
}

// Returns the element that would be at `place` after sorting. Hoare's selection algorithm sorts only as far as
// necessary.
static neighbour select_place(neighbour *all, int count, int place) {
    int low = 0, high = count - 1;
    while (low < high) {
        neighbour pivot = all[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (comes_before(all[i], pivot)) i++;
            while (comes_before(pivot, all[j])) j--;
            if (i <= j) {
                neighbour moved = all[i];
                all[i++] = all[j];
                all[j--] = moved;
            }
        }
        if (place <= j) high = j;
        else if (place >= i) low = i;
        else break;
    }
    return all[place];
}

static double brightness(const float *pixel, ci_vec3 weights) {
    double sum = weights.x * pixel[0] + weights.y * pixel[1] + weights.z * pixel[2];
    // A NaN can't be ordered, so it counts as black.
    return isnan(sum) ? 0 : sum;
}

CI_EXPORT int window_rank(const ci_image *in, ci_image *out, double radius, double rank, ci_vec3 weights) {
    if (!(radius >= 0 && radius <= LARGEST_RADIUS))
        return ci_fail(out, CI_ERROR_ARGUMENT, "inputRadius is %g; choose one from 0 to %d", radius, LARGEST_RADIUS);
    if (!(rank >= 0 && rank <= 1))
        return ci_fail(out, CI_ERROR_ARGUMENT, "inputRank is %g; choose one from 0, the darkest, to 1, the brightest", rank);

    int64_t reach = (int64_t)radius;
    neighbour window[LARGEST_WINDOW];
    for (int64_t y = out->y; y < out->y + out->height; y++) {
        for (int64_t x = out->x; x < out->x + out->width; x++) {
            int count = 0;
            for (int64_t dy = -reach; dy <= reach; dy++) {
                for (int64_t dx = -reach; dx <= reach; dx++) {
                    // Pixels outside the picture aren't sorted.
                    double cx = x + dx + 0.5 - in->extent.x, cy = y + dy + 0.5 - in->extent.y;
                    int is_inside = cx > 0 && cy > 0 && cx < in->extent.width && cy < in->extent.height;
                    if (!is_inside || dx * dx + dy * dy > radius * radius) continue;
                    const float *pixel = ci_input_pixel(in, x + dx, y + dy);
                    window[count] = (neighbour){brightness(pixel, weights), count, pixel};
                    count++;
                }
            }
            if (count == 0) continue;
            const float *chosen = select_place(window, count, (int)lround(rank * (count - 1))).pixel;
            float *pixel = ci_output_pixel(out, x, y);
            for (int i = 0; i < 4; i++) pixel[i] = chosen[i];
        }
    }
    return CI_OK;
}

CI_EXPORT int window_rank_region(
    int image, ci_rect output, double radius, double rank, ci_vec3 weights, ci_rect *needed
) {
    (void)image, (void)rank, (void)weights;
    // window_rank fails for an invalid radius, so any region is sufficient then.
    double reach = radius >= 0 && radius <= LARGEST_RADIUS ? floor(radius) : 0;
    *needed = (ci_rect){
        output.x - reach, output.y - reach, output.width + 2 * reach, output.height + 2 * reach};
    return CI_OK;
}
