/** Words that say nothing about the page. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'the',
  'to',
  'my',
  'our',
  'of',
  'for',
  'in',
  'on',
  'go',
  'open',
  'show',
  'how',
])

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * How well a line of the palette matches, from 0 (not at all) to 1. Each typed word must start a word of the line, in any
 * order. Words of the label count more than the others.
 *
 * @param others further words of the line
 */
export function matchScore(typed: string, label: string, others: readonly string[] = []): number {
  const all = wordsOf(typed)
  const meaningful = all.filter((word) => !fillers.has(word))
  const wanted = meaningful.length > 0 ? meaningful : all
  const ofLabel = wordsOf(label)
  const rest = others.flatMap(wordsOf)
  const starts = (words: readonly string[], wanted: string): boolean => words.some((word) => word.startsWith(wanted))
  let hits = 0
  for (const word of wanted) {
    if (starts(ofLabel, word)) hits += 1
    else if (starts(rest, word)) hits += 0.5
    else return 0
  }
  if (wanted.length === 0) return 1
  const isStart = ofLabel.join(' ').startsWith(wanted.join(' '))
  return (hits / wanted.length) * (isStart ? 1 : 0.9)
}
