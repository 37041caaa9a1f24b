export type Part = {
  name: string
  filename: string | null
  contentType: string | null
  size: number
  /** Empty for a part that was put on disk. */
  data: Buffer
  /** The name of the draft in `Files` for a part that was put on disk while it arrived. */
  draft: string | null
}

export function boundaryOf(contentType: string): string | undefined {
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  return boundary?.[1] ?? boundary?.[2]
}

/** Reads multipart/form-data (RFC 7578). Anything malformed gives no parts at all, so that a caller refuses it. */
export function parseMultipart(body: Buffer, contentType: string): Part[] {
  const name = boundaryOf(contentType)
  if (!name) return []
  const delimiter = Buffer.from(`--${name}`)
  const parts: Part[] = []
  let position = body.indexOf(delimiter)
  while (position >= 0) {
    const start = position + delimiter.length
    if (body.toString('latin1', start, start + 2) === '--') return parts
    const end = body.indexOf(`\r\n--${name}`, start, 'latin1')
    if (end < 0) return []
    const part = parsePart(body.subarray(start + 2, end))
    if (!part) return []
    parts.push(part)
    position = end + 2
  }
  return []
}

function parsePart(bytes: Buffer): Part | undefined {
  const headerEnd = bytes.indexOf('\r\n\r\n')
  if (headerEnd < 0) return undefined
  const head = headOf(bytes.toString('utf8', 0, headerEnd))
  const data = bytes.subarray(headerEnd + 4)
  return head && { ...head, size: data.length, data, draft: null }
}

/** What the header lines of a part say of it. */
export function headOf(headers: string): Pick<Part, 'name' | 'filename' | 'contentType'> | undefined {
  const name = /^content-disposition:\s*form-data;.*?\bname="([^"]*)"/im.exec(headers)?.[1]
  if (name === undefined) return undefined
  return {
    name,
    filename: /^content-disposition:.*?\bfilename="([^"]*)"/im.exec(headers)?.[1] ?? null,
    contentType: /^content-type:\s*(\S+)/im.exec(headers)?.[1] ?? null,
  }
}
