/** A part of an image in fractions of its width and height. */
export type Area = { x: number; y: number; width: number; height: number }
export type Size = { width: number; height: number }
export type Rotation = 0 | 90 | 180 | 270

export const wholeArea: Area = { x: 0, y: 0, width: 1, height: 1 }

/** The size of an image after it is rotated. */
export const rotatedSize = ({ width, height }: Size, rotate: Rotation): Size =>
  rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height }

/** The largest area with this ratio, around the center of another one. */
export function areaWithRatio(area: Area, ratio: number, size: Size): Area {
  // Of fractions: a square of a wide image is taller than wide.
  const own = (ratio * size.height) / size.width
  const width = Math.min(1, own)
  return around(area, { width, height: width / own })
}

/** 1 is the largest area of this shape, 4 a quarter of its width. */
export const zoomOf = ({ width, height }: Area): number => 1 / Math.max(width, height)

export const zoomMax = 5

export function zoomed(area: Area, zoom: number): Area {
  const scale = zoomOf(area) / zoom
  return around(area, { width: Math.min(1, area.width * scale), height: Math.min(1, area.height * scale) })
}

/** An area of this size with the same center, moved into the image. */
function around({ x, y, width, height }: Area, size: Size): Area {
  const place = (center: number, length: number): number => Math.max(0, Math.min(1 - length, center - length / 2))
  return { x: place(x + width / 2, size.width), y: place(y + height / 2, size.height), ...size }
}

/** The same part of the image after it is rotated by 90° clockwise. */
export const turned = ({ x, y, width, height }: Area): Area => ({
  x: 1 - y - height,
  y: x,
  width: height,
  height: width,
})

export const mirrored = (area: Area): Area => ({ ...area, x: 1 - area.x - area.width })

/** In pixels of the result. */
export const pixelsOf = (area: Area, size: Size): Size => ({
  width: Math.max(1, Math.round(area.width * size.width)),
  height: Math.max(1, Math.round(area.height * size.height)),
})

/** Ignores rounding errors of the browser. */
export const isSameArea = (one: Area, other: Area): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < 0.001)

export const isWhole = (area: Area): boolean => isSameArea(area, wholeArea)
