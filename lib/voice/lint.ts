import { yielding } from '../event-loop'
import { graphemesOf, runsOf } from '../graphemes'
import { type Folded, fold } from './fold'
import type { Captions, LintResult, Violation, VoiceRules } from './rules'

/** A find in a text, in UTF-16 units. */
type Find = { type: Violation['type']; start: number; end: number }

/** Violations that are listed. Nobody reads on, and 100,000 characters can have as many. */
export const listedViolationsMax = 1_000

/**
 * Holds captions against a project's rules and names the places that break one, in the order of reading, up to
 * `listedViolationsMax`. Long captions and long lists of rules take a while, so other requests get their turn.
 */
export async function lint(rules: VoiceRules | null, captions: Captions): Promise<LintResult> {
  if (!rules) return { ok: true, rules_present: false, violations: [] }
  const takeTurn = yielding()
  const violations: Violation[] = []
  for (const [channel, caption] of Object.entries(captions)) {
    if (caption === undefined) continue
    const found = await lintCaption(rules, channel, caption, takeTurn)
    violations.push(...found.slice(0, listedViolationsMax - violations.length))
    if (violations.length === listedViolationsMax) break
  }
  return { ok: violations.length === 0, rules_present: true, violations }
}

async function lintCaption(
  rules: VoiceRules,
  channel: string,
  caption: string,
  takeTurn: () => Promise<void>,
): Promise<Violation[]> {
  const folded = fold(caption)
  const finds: Find[] = []
  const add = async (found: Find[]): Promise<void> => {
    finds.push(...found)
    await takeTurn()
  }
  await takeTurn()
  for (const word of rules.forbidden_words) await add(findText(folded, word, 'word'))
  for (const phrase of rules.forbidden_phrases) await add(findText(folded, phrase, 'phrase'))
  if (rules.block_emojis) await add(findEmojis(caption))
  await add(findExclamations(caption, rules.max_exclamation_count))
  if (rules.block_all_caps_words) await add(findAllCaps(caption))
  const listed = finds.sort((one, other) => one.start - other.start).slice(0, listedViolationsMax)
  const codePoints = codePointOffsets(caption, listed)
  return listed.map(({ type, start, end }, index) => ({
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
    if (finds.length === listedViolationsMax) break
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
  for (const run of runsOf(caption)) {
    if (!run.hasEmoji) continue
    for (const { segment, index } of graphemesOf(run.text)) {
      const start = run.index + index
      if (isEmoji(segment)) finds.push({ type: 'emoji', start, end: start + segment.length })
      if (finds.length === listedViolationsMax) return finds
    }
  }
  return finds
}

const isEmoji = (grapheme: string): boolean =>
  recommendedEmoji.test(grapheme) || (pictograph.test(grapheme) && (grapheme.codePointAt(0) ?? 0) > lastSignOfWriting)

/** Exclamation marks past those that are allowed, in every width they come in. */
function findExclamations(caption: string, max: number | null): Find[] {
  if (max === null) return []
  return [...caption.matchAll(/[!\uff01\ufe57\u203c\u2049\u2048]/g)]
    .slice(max, max + listedViolationsMax)
    .map(({ index }) => ({ type: 'exclamation', start: index, end: index + 1 }))
}

const leastCapitals = 4
const address = /\b(?:https?:\/\/|www\.)\S+/gi
/** Whole words without small letters; digits and marks may be in them. */
const capitalsOnly = /(?<![\p{L}\p{M}\p{N}_])[\p{Lu}\p{M}\p{N}_]{4,}(?![\p{L}\p{M}\p{N}_])/gu

/** Words whose letters, four at least, are all capitals. Letters without case shout nothing; addresses are no words. */
function findAllCaps(caption: string): Find[] {
  const prose = caption.replace(address, (found) => ' '.repeat(found.length))
  const finds: Find[] = []
  for (const { 0: word, index } of prose.matchAll(capitalsOnly)) {
    if ((word.match(/\p{Lu}/gu)?.length ?? 0) < leastCapitals) continue
    finds.push({ type: 'all_caps', start: index, end: index + word.length })
    if (finds.length === listedViolationsMax) break
  }
  return finds
}
