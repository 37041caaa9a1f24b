/** Number words, so that a model cannot write “doubled” where the evidence says 1.4×. “one” is too common to check. */
const words =
  /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|halved|halves|thirds?|quarters?|doubled?|doubles|doubling|tripled?|triples|tripling|twice|thrice|(?:two|three|four|five|ten)fold)\b/gi

const numbers = /(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:[\s\u00a0]*(%|percent\b|×|x\b|times\b))?/gi

const unitOf = (unit: string | undefined): string => {
  if (!unit) return ''
  return unit === '%' || unit.toLowerCase() === 'percent' ? '%' : '×'
}

/** All figures of a text: numbers with their unit (`46`, `12%`, `6.8×`), number words, and other digits such as ½. */
export function figuresIn(text: string): string[] {
  const found = [...text.matchAll(numbers)].map(
    ([, number = '', unit]) => `${Number(number.replaceAll(',', ''))}${unitOf(unit)}`,
  )
  const spelled = [...text.matchAll(words)].map(([word]) => word.toLowerCase())
  const others = [...text.matchAll(/[\p{Nd}\p{Nl}\p{No}]/gu)].flatMap(([digit]) => (/\d/.test(digit) ? [] : [digit]))
  return [...found, ...spelled, ...others]
}

/** Whether `text` has no figure that `source` does not have. */
export function hasOnlyFiguresOf(text: string, source: string): boolean {
  const known = new Set(figuresIn(source))
  return figuresIn(text).every((figure) => known.has(figure))
}
