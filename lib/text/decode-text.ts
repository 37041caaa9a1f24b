/** Byte order marks (WHATWG Encoding, section 6). They win over everything else. */
const marks: [bytes: number[], charset: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * Decodes a document of another server. Declared charsets are often wrong, so each one is tried strictly: byte order
 * mark, HTTP header, XML declaration, HTML meta element, UTF-8. Windows-1252 accepts anything.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const mark = marks.find(([start]) => start.every((byte, i) => bytes[i] === byte))?.[1]
  const head = bytes.subarray(0, 200).toString('latin1')
  const inHeader = /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1]
  const inXml = /^\s*<\?xml[^>]{1,100}encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1]
  // HTML Standard: within the first 1,024 bytes.
  const inMeta = /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.subarray(0, 1_024).toString('latin1'))
  const isSingleByte = !head.includes('\0')
  for (const charset of [mark, inHeader, inXml, inMeta?.[1], 'utf-8']) {
    // Text with no zero bytes is not UTF-16, whatever it says.
    if (charset === undefined || (charset !== mark && isSingleByte && /^(utf-?16|ucs-?2|unicode)/i.test(charset)))
      continue
    const text = decodeStrictly(bytes, charset)
    if (text !== null) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

function decodeStrictly(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
