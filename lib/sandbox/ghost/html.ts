const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    const known = named[name.toLowerCase()]
    if (known !== undefined) return known
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return name.startsWith('#') && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** What a reader would read: blocks become lines. It is for the ledger and the feed, which show text and no HTML. */
export function plainText(html: string): string {
  const lines = html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|h[1-6]|li|figcaption|blockquote|div|figure)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
  return decodeEntities(lines)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function imageSources(html: string): { src: string; alt: string | null }[] {
  return [...html.matchAll(/<img\b[^>]*>/gi)].flatMap(([tag]) => {
    const src = attribute(tag, 'src')
    return src === null ? [] : [{ src, alt: attribute(tag, 'alt') }]
  })
}

export function filmSources(html: string): { src: string; alt: string | null }[] {
  return [...html.matchAll(/<video\b[^>]*>/gi)].flatMap(([tag]) => {
    const src = attribute(tag, 'src')
    return src === null ? [] : [{ src, alt: null }]
  })
}

export function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? null : decodeEntities(value)
}
