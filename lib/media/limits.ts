/** Bytes of one file, however it is sent. */
export const fileBytesMax = 10_485_760

/** Pixels of one file, all pictures of a moving one together: more would fill the memory of the program that opens it. */
export const pixelsMax = 100_000_000
/**
 * Pixels of a file that has to be encoded anew on upload, because it is turned or holds a place that cannot be cut out.
 * That takes seconds and 300 MB for a hundred million. Cameras of phones have up to 50 million.
 */
export const encodedPixelsMax = 50_000_000

const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** “812 bytes”, “48.2 kB”, “20 GB”: a kB has 1,024 bytes. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${tenths.format(bytes / 1_024 ** power)} ${units[power]}`
}
