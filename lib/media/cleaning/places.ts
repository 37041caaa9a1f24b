import { hasLocation } from '../facts'

/** Names in XMP that say where something was taken (XMP part 2, exif and IPTC Core/Extension schemas). */
const placeWords =
  /exif:GPS|GPS(?:Latitude|Longitude)|photoshop:(?:City|State|Country)|Iptc4xmpCore:(?:Location|CountryCode)|Iptc4xmpExt:Location|LocationCreated|LocationShown/

export const xmpNamesPlace = (xmp: Buffer): boolean => placeWords.test(xmp.toString('latin1'))

const exifHead = Buffer.from('Exif\0\0', 'latin1')

/** Bytes that begin as EXIF does in a JPEG, or with its TIFF header alone. */
export const exifNamesPlace = (exif: Buffer): boolean => hasLocation(exif)

export const isExif = (bytes: Buffer): boolean => bytes.subarray(0, exifHead.length).equals(exifHead)
export const holdsExif = (bytes: Buffer): boolean => bytes.includes(exifHead)

/** Datasets of IPTC-IIM 4.2, record 2: content location, city, sublocation, province, country. */
const placeDatasets = new Set([26, 27, 90, 92, 95, 100, 101])

/** The IPTC record inside Photoshop's resources: datasets that each begin with 0x1c, the record and the number. */
export function iptcNamesPlace(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0x1c); at >= 0 && at + 2 < bytes.length; at = bytes.indexOf(0x1c, at + 1)) {
    if (bytes[at + 1] === 2 && placeDatasets.has(bytes[at + 2] as number)) return true
  }
  return false
}
