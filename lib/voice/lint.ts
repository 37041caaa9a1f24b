import { yielding } from '../event-loop'
import { graphemesOf, runsOf } from '../graphemes'
import { type Folded, fold } from './fold'
import type { Captions, LintResult, Violation, VoiceRules } from './rules'

/** A match in a text, in UTF-16 units. */
type Find = { type: Violation['type']; start: number; end: number }

/** Max violations listed: 100,000 characters can have as many. */
export const listedViolationsMax = 1_000

/**
 * Checks captions against a project's rules and lists violations in reading order, up to `listedViolationsMax`.
 * Yields to other requests, because long captions and rule lists are slow.
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
  const edges = rules.forbidden_words.length > 0 ? wordEdges(folded.text) : new Uint8Array()
  for (const word of rules.forbidden_words) await add(findText(folded, { type: 'word', text: word }, edges))
  for (const phrase of rules.forbidden_phrases) await add(findText(folded, { type: 'phrase', text: phrase }, null))
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

/** Offsets of the matches in code points, in one pass. Matches must be sorted. */
function codePointOffsets(caption: string, finds: Find[]): number[] {
  let counted = 0
  let unit = 0
  return finds.map(({ start }) => {
    for (; unit < start; counted++) unit += (caption.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
    return counted
  })
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u
/** Scripts without spaces between words have no word boundaries. */
const spacelessScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** All matches of a phrase (anywhere) or, with `edges`, of a word (whole). */
function findText(
  { text, starts, ends }: Folded,
  wanted: { type: 'word' | 'phrase'; text: string },
  edges: Uint8Array | null,
): Find[] {
  const needle = needleOf(wanted.text)
  if (needle === '') return []
  const finds: Find[] = []
  let next = 0
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, next)) {
    if (edges && !(edges[at] && edges[at + needle.length])) {
      // Words start at an edge. Trying each position would take minutes for some texts.
      next = nextEdge(edges, at + 1)
      continue
    }
    next = at + needle.length
    finds.push({ type: wanted.type, start: starts[at] ?? 0, end: ends[next - 1] ?? 0 })
    if (finds.length === listedViolationsMax) break
  }
  return finds
}

/** Folded words and phrases of rules, because each check needs all of them. */
const needles = new Map<string, string>()
const needlesMax = 20_000

function needleOf(wanted: string): string {
  const known = needles.get(wanted)
  if (known !== undefined) return known
  const needle = fold(wanted.trim()).text
  if (needles.size >= needlesMax) needles.clear()
  needles.set(wanted, needle)
  return needle
}

const letter = 1
const other = 2

/** Whether there is a word boundary before each UTF-16 unit, and at the end. */
function wordEdges(text: string): Uint8Array {
  const edges = new Uint8Array(text.length + 1)
  const kinds = new Map<string, number>()
  let left = other
  let at = 0
  for (const character of text) {
    const right = kinds.get(character) ?? kindOf(character)
    kinds.set(character, right)
    if (left === other || right === other) edges[at] = 1
    left = right
    at += character.length
  }
  edges[at] = 1
  return edges
}

const kindOf = (character: string): number =>
  wordCharacter.test(character) && !spacelessScript.test(character) ? letter : other

function nextEdge(edges: Uint8Array, from: number): number {
  const edge = edges.indexOf(1, from)
  return edge === -1 ? edges.length : edge
}

// Built from a string: the `v` flag is newer than the compile target.
const emojiPattern = '^\\p{RGI_Emoji}$'
const recommendedEmoji = new RegExp(emojiPattern, 'v')
const pictograph = /(?=\p{Emoji})\p{Extended_Pictographic}/u
/** ©, ®, ™ and ↔ are text unless followed by U+FE0F. */
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

/** A keycap without U+FE0F, and a pair of letters that is the flag of no country. */
const emojiLike = /^(?:[0-9#*]\u20e3|\p{Regional_Indicator}{2})$/u
/** U+FE0E asks for the text form of one symbol. */
const textForm = /^.\ufe0e$/su

const isEmoji = (grapheme: string): boolean =>
  recommendedEmoji.test(grapheme) ||
  emojiLike.test(grapheme) ||
  (pictograph.test(grapheme) && !textForm.test(grapheme) && (grapheme.codePointAt(0) ?? 0) > lastSignOfWriting)

/** Exclamation marks over the limit, in every width. */
function findExclamations(caption: string, max: number | null): Find[] {
  if (max === null) return []
  return [...caption.matchAll(/[!\uff01\ufe57\u203c\u2049\u2048]/g)]
    .slice(max, max + listedViolationsMax)
    .map(({ index }) => ({ type: 'exclamation', start: index, end: index + 1 }))
}

const leastCapitals = 4
const address = /\b(?:https?:\/\/|www\.)\S+/gi
/** Includes Greek capitals with an iota, which Unicode calls title case. */
const capital = '\\p{Lu}\\u1f88-\\u1f8f\\u1f98-\\u1f9f\\u1fa8-\\u1faf\\u1fbc\\u1fcc\\u1ffc'
const capitals = new RegExp(`[${capital}]`, 'gu')
/** Words without lower-case letters; digits and marks are allowed. */
const capitalsOnly = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_])[${capital}\\p{M}\\p{N}_]{4,}(?![\\p{L}\\p{M}\\p{N}_])`,
  'gu',
)

/** Words of at least four letters in capitals. Skips caseless scripts and URLs. */
function findAllCaps(caption: string): Find[] {
  const prose = caption.replace(address, (found) => ' '.repeat(found.length))
  const finds: Find[] = []
  for (const { 0: word, index } of prose.matchAll(capitalsOnly)) {
    if ((word.match(capitals)?.length ?? 0) < leastCapitals) continue
    finds.push({ type: 'all_caps', start: index, end: index + word.length })
    if (finds.length === listedViolationsMax) break
  }
  return finds
}
