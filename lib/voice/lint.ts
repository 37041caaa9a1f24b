import { graphemesOf } from '../graphemes'
import { type Folded, fold } from './fold'
import type { Captions, LintResult, Violation, VoiceRules } from './rules'

/** A find in a text, in UTF-16 units. */
type Find = { type: Violation['type']; start: number; end: number }

/** Holds captions against a project's rules and names every place that breaks one, in the order of reading. */
export function lint(rules: VoiceRules | null, captions: Captions): LintResult {
  if (!rules) return { ok: true, rules_present: false, violations: [] }
  const violations = Object.entries(captions).flatMap(([channel, caption]) =>
    caption === undefined ? [] : lintCaption(rules, channel, caption),
  )
  return { ok: violations.length === 0, rules_present: true, violations }
}

function lintCaption(rules: VoiceRules, channel: string, caption: string): Violation[] {
  const folded = fold(caption)
  const finds = [
    ...rules.forbidden_words.flatMap((word) => findText(folded, word, 'word')),
    ...rules.forbidden_phrases.flatMap((phrase) => findText(folded, phrase, 'phrase')),
    ...(rules.block_emojis ? findEmojis(caption) : []),
    ...findExclamations(caption, rules.max_exclamation_count),
    ...(rules.block_all_caps_words ? findAllCaps(caption) : []),
  ].sort((one, other) => one.start - other.start)
  const codePoints = codePointOffsets(caption, finds)
  return finds.map(({ type, start, end }, index) => ({
    type,
    value: caption.slice(start, end),
    position: codePoints[index] ?? 0,
    channel,
  }))
}

/** Offsets of the finds in code points, counted once through the text. The finds are in order. */
function codePointOffsets(caption: string, finds: Find[]): number[] {
  let counted = 0
  let unit = 0
  return finds.map(({ start }) => {
    for (; unit < start; counted++) unit += (caption.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
    return counted
  })
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u
/** Scripts that put no space between words: there is no edge to look for. */
const spacelessScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Every place of a word (whole) or a phrase (anywhere) in a folded text. */
function findText(folded: Folded, wanted: string, type: 'word' | 'phrase'): Find[] {
  const needle = fold(wanted.trim()).text
  if (needle === '') return []
  const finds: Find[] = []
  for (let at = folded.text.indexOf(needle); at !== -1; at = folded.text.indexOf(needle, at + 1)) {
    if (type === 'word' && !standsAlone(folded.text, at, at + needle.length)) continue
    finds.push({ type, start: folded.starts[at] ?? 0, end: folded.ends[at + needle.length - 1] ?? 0 })
    at += needle.length - 1
  }
  return finds
}

const standsAlone = (text: string, start: number, end: number): boolean =>
  isEdge(characterBefore(text, start), characterAt(text, start)) &&
  isEdge(characterBefore(text, end), characterAt(text, end))

/** Whether a word may begin or end between two characters. */
const isEdge = (left: string, right: string): boolean =>
  !wordCharacter.test(left) || !wordCharacter.test(right) || spacelessScript.test(left) || spacelessScript.test(right)

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32)
const characterBefore = (text: string, at: number): string =>
  /.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? ' '

// Made from a string, as the flag `v` is younger than the language level that this project is compiled for.
const emojiPattern = '^\\p{RGI_Emoji}$'
const recommendedEmoji = new RegExp(emojiPattern, 'v')
const pictograph = /(?=\p{Emoji})\p{Extended_Pictographic}/u
/** ©, ®, ™, ↔ and their like are signs of ordinary writing, unless U+FE0F asks for the coloured picture. */
const lastSignOfWriting = 0x21ff

function findEmojis(caption: string): Find[] {
  const finds: Find[] = []
  for (const { segment, index } of graphemesOf(caption)) {
    if (isEmoji(segment)) finds.push({ type: 'emoji', start: index, end: index + segment.length })
  }
  return finds
}

const isEmoji = (grapheme: string): boolean =>
  recommendedEmoji.test(grapheme) || (pictograph.test(grapheme) && (grapheme.codePointAt(0) ?? 0) > lastSignOfWriting)

/** Exclamation marks past those that are allowed, in every width they come in. */
function findExclamations(caption: string, max: number | null): Find[] {
  if (max === null) return []
  return [...caption.matchAll(/[!\uff01\ufe57\u203c\u2049\u2048]/g)]
    .slice(max)
    .map(({ index }) => ({ type: 'exclamation', start: index, end: index + 1 }))
}

const leastCapitals = 4
const address = /\b(?:https?:\/\/|www\.)\S+/gi

/** Words whose letters, four at least, are all capitals. Letters without case shout nothing; addresses are no words. */
function findAllCaps(caption: string): Find[] {
  const prose = caption.replace(address, (found) => ' '.repeat(found.length))
  return [...prose.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)].flatMap((match): Find[] => {
    const letters = match[0].match(/\p{L}/gu) ?? []
    const isShouted = letters.length >= leastCapitals && letters.every((letter) => /\p{Lu}/u.test(letter))
    return isShouted ? [{ type: 'all_caps', start: match.index, end: match.index + match[0].length }] : []
  })
}
