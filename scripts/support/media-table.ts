import { channelIds } from '@/lib/channels/ids'
import { mediaRules } from '@/lib/channels/limits'
import { codecName, type MediaRule, type Range, seconds, shape, size, typeName } from '@/lib/channels/media-rules'

/** The page whose tables `scripts/media-table.ts` writes. */
export const mediaPage = 'docs/media.md'

const begin = '<!-- Written by scripts/media-table.ts from the rules. Do not edit. -->'
const end = '<!-- The end of what is written. -->'

const bounds = ({ min, max }: Range, say: (value: number) => string): string =>
  min === max
    ? say(min ?? 0)
    : min === undefined
      ? `≤ ${say(max ?? 0)}`
      : max === undefined
        ? `≥ ${say(min)}`
        : `${say(min)} – ${say(max)}`

const number = (value: number): string => value.toLocaleString('en-US')
const millions = (value: number): string => `${Math.round(value / 100_000) / 10} M`

/** A rule's limits in the order in which people ask: how large, which shape, how long, which encoding. */
function limitsOf(rule: MediaRule): string {
  const { bytes, width, height, ratio, pixels, frames, durationSeconds, framesPerSecond, bitsPerSecond } = rule
  return [
    bytes && bounds(bytes, size),
    width && `width ${bounds(width, number)} px`,
    height && `height ${bounds(height, number)} px`,
    ratio && bounds(ratio, shape),
    pixels && `${bounds(pixels, millions)} pixels`,
    frames && `${bounds(frames, number)} pictures`,
    durationSeconds && bounds(durationSeconds, seconds),
    framesPerSecond && `${bounds(framesPerSecond, number)} fps`,
    bitsPerSecond && `${bounds(bitsPerSecond, millions)}bit/s`,
    rule.videoCodecs?.map(codecName).join(', '),
    rule.audioCodecs && `sound ${rule.audioCodecs.map(codecName).join(', ')}`,
    rule.moovFirst && 'index in front',
    rule.isServedAsGiven && 'without its place',
  ]
    .filter(Boolean)
    .join('; ')
}

/** A table of every network's rules. */
export function mediaTable(): string {
  const rows = channelIds.flatMap((channel) => {
    const { network, rules } = mediaRules[channel]
    return rules.map((rule) => {
      const types = rule.types.map(typeName).join(', ')
      return `| ${network} | ${rule.what}${rule.postTypes && !rule.what.includes(rule.postTypes[0] ?? '') ? ` (${rule.postTypes.join(', ')})` : ''} | ${types} | ${limitsOf(rule)} |`
    })
  })
  return ['| network | what | as | limits |', '|---|---|---|---|', ...rows].join('\n')
}

/** The page with its table as the rules are now. */
export function withMediaTable(page: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${mediaPage} has lost the marks around its table.`)
  return `${before}${begin}\n\n${mediaTable()}\n\n${end}${after}`
}
