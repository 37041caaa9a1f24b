/** How a network arranges several images. `areas` are the rows of a CSS grid, with a letter per image. */
export type MediaGrid = {
  areas: readonly string[]
  /** Width divided by height of the whole grid. */
  ratio: number
  /** Images that are not shown. The last tile has their number. */
  hidden: number
}

/** Networks that show several images side by side. The others have a carousel or a strip. */
export type GridNetwork = 'facebook' | 'x' | 'linkedin'

type Layout = Omit<MediaGrid, 'hidden'>

const pair: Layout = { areas: ['a b'], ratio: 16 / 9 }
const oneAndTwo: Layout = { areas: ['a b', 'a c'], ratio: 16 / 9 }
const square: Layout = { areas: ['a b', 'c d'], ratio: 16 / 9 }
/** Two above three. */
const five: Layout = {
  areas: ['a a a b b b', 'a a a b b b', 'a a a b b b', 'c c d d e e', 'c c d d e e'],
  ratio: 6 / 5,
}

/** By the number of images, from two. More than the last entry are hidden behind “+N”. */
const xLayouts = [pair, oneAndTwo, square]
const linkedInLayouts: Layout[] = [
  { areas: ['a b'], ratio: 1.91 },
  { areas: ['a a b', 'a a c'], ratio: 1.5 },
  { areas: ['a a a b', 'a a a c', 'a a a d'], ratio: 4 / 3 },
  five,
]
/** Facebook follows the shape of the first image. */
const facebookWide: Layout[] = [
  { areas: ['a', 'b'], ratio: 1 },
  { areas: ['a a', 'b c'], ratio: 1 },
  { areas: ['a a a', 'a a a', 'b c d'], ratio: 1 },
  five,
]
const facebookTall: Layout[] = [
  { areas: ['a b'], ratio: 1 },
  { areas: ['a b', 'a c'], ratio: 1 },
  { areas: ['a a b', 'a a c', 'a a d'], ratio: 1 },
  five,
]

/**
 * @param count of images, at least 2
 * @param firstRatio width divided by height of the first image; null if unknown
 */
export function mediaGrid(network: GridNetwork, count: number, firstRatio: number | null): MediaGrid {
  const layouts = layoutsOf(network, firstRatio)
  const layout = layouts[Math.min(count, layouts.length + 1) - 2] ?? pair
  const shown = new Set(layout.areas.join(' ').split(' ')).size
  return { ...layout, hidden: Math.max(0, count - shown) }
}

function layoutsOf(network: GridNetwork, firstRatio: number | null): readonly Layout[] {
  if (network === 'x') return xLayouts
  if (network === 'linkedin') return linkedInLayouts
  return (firstRatio ?? 1) > 1.05 ? facebookWide : facebookTall
}

/** Ratios that a network shows without cropping: [min, max, if unknown]. */
const singleRatios: Record<GridNetwork | 'instagram' | 'threads' | 'pinterest', readonly [number, number, number]> = {
  // From 4:5 to 1.91:1 (Instagram’s own limits of feed posts).
  instagram: [4 / 5, 1.91, 1],
  facebook: [4 / 5, 3, 1.5],
  x: [3 / 4, 3, 16 / 9],
  linkedin: [4 / 5, 3, 1.5],
  threads: [3 / 4, 2.5, 4 / 3],
  pinterest: [9 / 16, 1.5, 2 / 3],
}

/** The shape of the frame of a single image. */
export function singleRatio(network: keyof typeof singleRatios, ratio: number | null): number {
  const [min, max, unknown] = singleRatios[network]
  return ratio === null ? unknown : Math.min(max, Math.max(min, ratio))
}
