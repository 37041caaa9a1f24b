/**
 * LinkedIn's `commentary` is written in a small language of its own, in which these characters mean something. Left
 * as they are, a bracket cuts the text off or has the post refused.
 */
const special = /[|{}@[\]()<>#\\*_~]/g
const hashtag = /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}_]+/gu

/** Escapes everything but the sign in front of a hashtag, which has to stay bare to work as one. */
export function toLittleText(text: string): string {
  let escaped = ''
  let at = 0
  for (const match of text.matchAll(hashtag)) {
    escaped += `${escapeAll(text.slice(at, match.index))}#${escapeAll(match[0].slice(1))}`
    at = match.index + match[0].length
  }
  return escaped + escapeAll(text.slice(at))
}

/** The text that people see. LinkedIn gives hashtags and mentions back in their long forms. */
export function fromLittleText(commentary: string): string {
  return commentary
    .replace(/\{hashtag\|(?:\\)?#\|((?:[^{}\\]|\\.)*)\}/g, '#$1')
    .replace(/@\[((?:[^[\]\\]|\\.)*)\]\([^()]*\)/g, '$1')
    .replace(/\\([|{}@[\]()<>#\\*_~])/g, '$1')
}

const escapeAll = (text: string): string => text.replace(special, '\\$&')
