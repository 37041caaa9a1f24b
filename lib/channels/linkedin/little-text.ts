/**
 * Special characters of LinkedIn's `commentary` format. Unescaped, a bracket truncates the text or gets the post
 * refused.
 */
const special = /[|{}@[\]()<>#\\*_~]/g
const hashtag = /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}_]+/gu

/** Escapes all special characters except the # of hashtags. */
export function toLittleText(text: string): string {
  let escaped = ''
  let at = 0
  for (const match of text.matchAll(hashtag)) {
    escaped += `${escapeAll(text.slice(at, match.index))}#${escapeAll(match[0].slice(1))}`
    at = match.index + match[0].length
  }
  return escaped + escapeAll(text.slice(at))
}

/** The visible text. LinkedIn returns hashtags and mentions in long form. */
export function fromLittleText(commentary: string): string {
  return commentary
    .replace(/\{hashtag\|(?:\\)?#\|((?:[^{}\\]|\\.)*)\}/g, '#$1')
    .replace(/@\[((?:[^[\]\\]|\\.)*)\]\([^()]*\)/g, '$1')
    .replace(/\\([|{}@[\]()<>#\\*_~])/g, '$1')
}

const escapeAll = (text: string): string => text.replace(special, '\\$&')
