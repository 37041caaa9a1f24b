/** Max bytes of one upload, except for resumable uploads of videos. */
export const fileBytesMax = 10_485_760
/** Max bytes of a file from a URL, and the highest `LARGE_MEDIA_MAX_BYTES`. No network accepts a larger video. */
export const largeFileBytesMax = 1_073_741_824

/** Max characters, as for the alt text of a slide. */
export const altTextMax = 5_000

/** Max pixels of one file, summed over all frames. More would fill the memory of viewers. */
export const pixelsMax = 100_000_000
/**
 * Max pixels of a file that has to be re-encoded on upload: a rotated image, or a PNG or WebP with a location. 100 million
 * pixels take seconds and 300 MB. Phone cameras have up to 50 million.
 */
export const encodedPixelsMax = 50_000_000
