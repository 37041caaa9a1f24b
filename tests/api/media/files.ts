import { createHash } from 'node:crypto'
import sharp from 'sharp'

/** Files to upload. Each has different bytes unless `seed` is set. */

let made = 0

/** A PNG of noise, which does not compress. */
export async function anImage({ width = 40, height = 30, seed = ++made + Math.random() } = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let state = Math.floor(seed * 65_537) || 1
  for (let at = 0; at < pixels.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    pixels[at] = state >> 16
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A phone photo: rotated, with a location. EXIF 2.32, section 4.6. */
export const locationExif = {
  IFD0: { ImageDescription: 'Rye' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Part = [name: string, value: string | { bytes: Uint8Array; name: string; type?: string }]

/** A form like browsers send it. */
export function aForm(parts: Part[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([new Uint8Array(value.bytes)], value.name, { type: value.type ?? '' }))
  }
  return form
}

/** Sends a raw body to `POST /api/v1/media`. */
export const post = (api: { baseUrl: string; token: string | null }, body: BodyInit, headers: HeadersInit = {}) =>
  fetch(new URL('/api/v1/media', api.baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    body,
    duplex: 'half',
  } as RequestInit)
