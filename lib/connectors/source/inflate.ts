import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate as zlibInflate } from 'node:zlib'
import { sourceBytesMax } from '../limits'
import { SourceError } from './source'

const limit = { maxOutputLength: sourceBytesMax }
const decoders: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, limit),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, limit),
  br: (bytes) => promisify(brotliDecompress)(bytes, limit),
  deflate: (bytes) => promisify(zlibInflate)(bytes, limit),
}
/** More layers are an attack. */
const layersMax = 2

/** Undoes a `Content-Encoding`, to `sourceBytesMax` at most. @throws SourceError */
export async function inflate(bytes: Buffer, encoding: string): Promise<Buffer> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .flatMap((name) => name.trim() || [])
  const names = layers.filter((name) => name !== 'identity').reverse()
  if (names.length > layersMax) throw damaged()
  let decoded = bytes
  for (const name of names) {
    const decode = decoders[name]
    if (!decode) throw new SourceError(`The source is compressed with “${name}”, which is not supported.`)
    decoded = await decode(decoded).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_BUFFER_TOO_LARGE') {
        throw new SourceError(
          `The source is larger than ${sourceBytesMax / 1_048_576} MB when unpacked, the limit. Use an address with fewer items.`,
        )
      }
      throw damaged()
    })
  }
  return decoded
}

const damaged = (): SourceError => new SourceError('The source sends damaged compressed data. Try again later.')
