/** What LinkedIn's "little text" reserves. Each of these needs a backslash unless it builds a tag or a mention. */
const reserved = /[|{}@[\]()<>#*_~]/

const hashtagTemplate = /^\{hashtag\|\\#\|([^|{}\\]+)\}/
const mention = /^@\[((?:\\.|[^\]\\])+)\]\((urn:li:(?:person|organization):[\w-]+)\)/
const plainHashtag = /^#[\p{L}\p{N}_]+/u

export type LittleText = { text: string } | { strayCharacter: string; position: number }

/** The text that readers see; or the first reserved character that is neither escaped nor part of a template. */
export function readLittleText(commentary: string): LittleText {
  let text = ''
  let position = 0
  while (position < commentary.length) {
    const rest = commentary.slice(position)
    const next = readElement(rest)
    if (!next) return { strayCharacter: rest[0] ?? '', position }
    text += next.text
    position += next.length
  }
  return { text }
}

function readElement(rest: string): { text: string; length: number } | undefined {
  const plain = /^[^\\|{}@[\]()<>#*_~]+/.exec(rest)
  if (plain) return { text: plain[0], length: plain[0].length }
  if (rest[0] === '\\') {
    const escaped = rest[1]
    return escaped !== undefined && (escaped === '\\' || reserved.test(escaped))
      ? { text: escaped, length: 2 }
      : undefined
  }
  const template = hashtagTemplate.exec(rest)
  if (template?.[1]) return { text: `#${template[1]}`, length: template[0].length }
  const named = mention.exec(rest)
  if (named?.[1]) return { text: named[1].replace(/\\(.)/g, '$1'), length: named[0].length }
  const hashtag = plainHashtag.exec(rest)
  return hashtag ? { text: hashtag[0], length: hashtag[0].length } : undefined
}
