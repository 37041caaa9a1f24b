import { readFileSync, writeFileSync } from 'node:fs'
import { channelIds } from '@/lib/channel-ids'
import { mediaRules } from '@/lib/channels/limits'
import type { MediaRule, Range } from '@/lib/channels/media/media-rules'
import { codecName, ratioText, seconds, size, typeName } from '@/lib/channels/media/media-text'

export const mediaPage = 'docs/media.md'

const begin = '<!-- Written by `npm run media-table`. Do not edit. -->'
const end = '<!-- End of the generated table. -->'

const bounds = ({ min, max }: Range, format: (value: number) => string): string =>
  min === max
    ? format(min ?? 0)
    : min === undefined
      ? `≤ ${format(max ?? 0)}`
      : max === undefined
        ? `≥ ${format(min)}`
        : `${format(min)} – ${format(max)}`

const number = (value: number): string => value.toLocaleString('en-US')
const millions = (value: number): string => `${Math.round(value / 100_000) / 10} M`

/** The limits of a rule: size, dimensions, length, encoding. */
function limitsOf(rule: MediaRule): string {
  const { bytes, width, height, ratio, pixels, frames, durationSeconds, framesPerSecond, bitsPerSecond } = rule
  return [
    bytes && bounds(bytes, size),
    width && `width ${bounds(width, number)} px`,
    height && `height ${bounds(height, number)} px`,
    ratio && bounds(ratio, ratioText),
    pixels && `${bounds(pixels, millions)} pixels`,
    frames && `${bounds(frames, number)} frames`,
    durationSeconds && bounds(durationSeconds, seconds),
    framesPerSecond && `${bounds(framesPerSecond, number)} fps`,
    bitsPerSecond && `${bounds(bitsPerSecond, millions)}bit/s`,
    rule.videoCodecs?.map(codecName).join(', '),
    rule.audioCodecs && `audio ${rule.audioCodecs.map(codecName).join(', ')}`,
    rule.moovFirst && 'index in front',
    rule.isServedUnchanged && 'without location',
  ]
    .filter(Boolean)
    .join('; ')
}

/** A row per rule of each network. */
function mediaTable(): string {
  const rows = channelIds.flatMap((channel) => {
    const { network, rules } = mediaRules[channel]
    return rules.map((rule) => {
      const types = rule.types.map(typeName).join(', ')
      return `| ${network} | ${rule.what}${rule.postTypes && !rule.what.includes(rule.postTypes[0] ?? '') ? ` (${rule.postTypes.join(', ')})` : ''} | ${types} | ${limitsOf(rule)} |`
    })
  })
  return ['| network | what | as | limits |', '|---|---|---|---|', ...rows].join('\n')
}

/** Updates the table in the page. */
export const writeMediaTable = (): void => writeFileSync(mediaPage, withMediaTable(readFileSync(mediaPage, 'utf8')))

/** The page with a table of the current rules. */
export function withMediaTable(page: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${mediaPage} has no markers around its table.`)
  return `${before}${begin}\n\n${mediaTable()}\n\n${end}${after}`
}
