import sharp from 'sharp'
import { hasLocation } from '@/lib/media-files/facts'

/** XMP properties that name a place (XMP part 2; the exif, Photoshop and IPTC Core/Extension schemas). */
const placeProperties =
  /exif:GPS|GPS(?:Latitude|Longitude)|photoshop:(?:City|State|Country)|Iptc4xmpCore:(?:Location|CountryCode)|Iptc4xmpExt:Location|LocationCreated|LocationShown/

export const xmpHasLocation = (xmp: Buffer): boolean => placeProperties.test(xmp.toString('latin1'))

/** Datasets of IPTC-IIM 4.2, record 2: content location, city, sublocation, province, country. */
const placeDatasets = new Set([26, 27, 90, 92, 95, 100, 101])

/** Looks for datasets in Photoshop's image resources. Each starts with 0x1c, the record and the dataset number. */
export function iptcHasLocation(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0x1c); at >= 0 && at + 2 < bytes.length; at = bytes.indexOf(0x1c, at + 1)) {
    if (bytes[at + 1] === 2 && placeDatasets.has(bytes[at + 2] as number)) return true
  }
  return false
}

/** Whether a PNG or WebP names the place where it was taken. Metadata that sharp does not read counts as yes. */
export async function imageHasLocation(bytes: Buffer): Promise<boolean> {
  const { format, exif, xmp } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if ((exif && hasLocation(exif)) || (xmp && xmpHasLocation(xmp))) return true
  if (format !== 'png') return false
  // sharp only reads the chunks before the pixels, and not the text form that ImageMagick writes (“Raw profile type …”).
  const hasUnread = (name: string, read: unknown) => !read && bytes.includes(name)
  return hasUnread('eXIf', exif) || hasUnread('XML:com.adobe.xmp', xmp) || hasUnread('Raw profile type ', null)
}
