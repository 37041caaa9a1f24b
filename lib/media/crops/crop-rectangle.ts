import type { CropArea } from './contract'

export type Rotation = 0 | 90 | 180 | 270
type Size = { width: number; height: number }
export type Rectangle = { left: number; top: number; width: number; height: number }

const whole: CropArea = { x: 0, y: 0, width: 1, height: 1 }

/**
 * The rectangle of the upright image that a crop of the flipped and rotated image shows, in whole pixels.
 *
 * @param size of the upright image
 */
export function sourceRectangle(
  size: Size,
  { crop = whole, rotate, flip }: { crop?: CropArea | undefined; rotate: Rotation; flip: boolean },
): Rectangle {
  const isOnItsSide = rotate === 90 || rotate === 270
  const rotated = isOnItsSide ? { width: size.height, height: size.width } : size
  const unrotated = unrotate(inPixels(crop, rotated), size, rotate)
  return flip ? { ...unrotated, left: size.width - unrotated.left - unrotated.width } : unrotated
}

/** At least one pixel, and within the image. */
function inPixels({ x, y, width, height }: CropArea, size: Size): Rectangle {
  const left = Math.min(Math.round(x * size.width), size.width - 1)
  const top = Math.min(Math.round(y * size.height), size.height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * size.width), size.width - left)),
    height: Math.max(1, Math.min(Math.round(height * size.height), size.height - top)),
  }
}

function unrotate({ left, top, width, height }: Rectangle, size: Size, rotate: Rotation): Rectangle {
  if (rotate === 90) return { left: top, top: size.height - left - width, width: height, height: width }
  if (rotate === 180) return { left: size.width - left - width, top: size.height - top - height, width, height }
  if (rotate === 270) return { left: size.width - top - height, top: left, width: height, height: width }
  return { left, top, width, height }
}
