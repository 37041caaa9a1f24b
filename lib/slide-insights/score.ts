import { formatNumber, plural } from '@/lib/text/number-text'

const times = (count: number): string => (count === 1 ? 'once' : `${formatNumber(count)} times`)
const people = (count: number): string => plural(count, 'person', 'people')

/** Measures to rank slides by. The first one with a value decides the best slide. */
export const ranked = [
  { by: 'saves', weight: 0.5, format: (count: number) => `was saved ${times(count)}` },
  { by: 'reach', weight: 0.2, format: (count: number) => `was seen by ${people(count)}` },
  { by: 'clicks', weight: 0.3, format: (count: number) => `was clicked ${times(count)}` },
] as const
export type RankedBy = (typeof ranked)[number]['by']

export type Ranked = Record<RankedBy, number | null>

const mostOf = (slides: readonly Ranked[], by: RankedBy): number | null => {
  const reported = slides.flatMap((slide) => slide[by] ?? [])
  return reported.length > 0 ? Math.max(...reported) : null
}

/**
 * Score from 0 to 100 per slide: each measure relative to the best slide, weighted. A measure that no slide reports
 * is left out and the other weights grow. A measure that only this slide lacks counts as 0; otherwise an image with
 * one click would rank above a video that thousands saved.
 */
export function scoresOf(slides: readonly Ranked[]): (number | null)[] {
  const measures = ranked.flatMap(({ by, weight }) => {
    const most = mostOf(slides, by)
    return most === null ? [] : [{ by, weight, most }]
  })
  const weights = measures.reduce((sum, { weight }) => sum + weight, 0)
  return slides.map((slide) => {
    if (measures.every(({ by }) => slide[by] === null)) return null
    const sum = measures.reduce((total, { by, weight, most }) => {
      return total + (most > 0 ? (weight * (slide[by] ?? 0)) / most : 0)
    }, 0)
    return Math.round((sum / weights) * 1000) / 10
  })
}

export type Best = { slide_index: number | null; by: RankedBy | null; rationale: string }

/** The slide with the highest value of the first measure that has one. Ties: higher score, then lower index. */
export function bestOf(slides: readonly Ranked[], scores: readonly (number | null)[]): Best {
  const measure = ranked.find(({ by }) => (mostOf(slides, by) ?? 0) > 0)
  if (!measure) return { slide_index: null, by: null, rationale: 'No slide has been saved, seen or clicked yet.' }
  const { by } = measure
  const [best = 0, next] = slides
    .map((_, index) => index)
    .sort(
      (one, other) =>
        (slides[other]?.[by] ?? -1) - (slides[one]?.[by] ?? -1) || (scores[other] ?? 0) - (scores[one] ?? 0),
    )
  return { slide_index: best, by, rationale: sentence(measure, best, slides, next) }
}

function sentence(
  { by, format }: (typeof ranked)[number],
  best: number,
  slides: readonly Ranked[],
  next: number | undefined,
): string {
  const most = slides[best]?.[by] ?? 0
  const fact = `Slide ${best + 1} ${format(most)}`
  const second = next === undefined ? null : (slides[next]?.[by] ?? null)
  if (next === undefined || second === null) return `${fact}.`
  if (second === most) return `${fact}, and so was slide ${next + 1}.`
  return `${fact}, more than any other (slide ${next + 1} comes next with ${formatNumber(second)}).`
}
