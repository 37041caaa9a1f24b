import { parse } from 'csv-parse/browser/esm/sync'
import { type ChannelId, channelIds } from '@/lib/channel-ids'

export type ImportedCaption = { caption: string; content_type?: string; channel?: ChannelId }
export type ParsedCaptions = {
  captions: ImportedCaption[]
  /** Rows without a text, or with one that is too long. */
  skipped: number
  /** Rows with a channel that does not exist. Their captions are for all channels. */
  unknownChannels: number
}

type Pillar = { content_type: string; name: string }

const rowsMax = 10_000
const captionMax = 5_000
const delimiters = [',', ';', '\t']

const captionNames = ['caption', 'text', 'post', 'content', 'message', 'copy', 'body']
const pillarNames = ['content_type', 'pillar', 'category', 'topic']
const channelNamesOfColumn = ['channel', 'network', 'platform']
const allChannels = ['all', 'all channels', 'any', '*', '-', '–']

/**
 * Captions of a CSV file. The first row may name the columns (`caption`, `pillar`, `channel`); without names, the first
 * column is the caption. Pillars are found by name or key.
 *
 * @throws Error with a sentence for the user
 */
export function parseCaptions(csv: string, pillars: readonly Pillar[] = []): ParsedCaptions {
  const rows = readRows(csv)
  const [head = []] = rows
  const names = head.map((name) => name.toLowerCase().replace(/\s+/g, '_'))
  const placeOf = (wanted: readonly string[]): number => names.findIndex((name) => wanted.includes(name))
  const captionAt = placeOf(captionNames)
  const body = captionAt >= 0 ? rows.slice(1) : rows
  if (body.length > rowsMax)
    throw new Error(`The file has ${body.length.toLocaleString('en')} rows. Split it: at most 10,000 at once.`)
  const [pillarAt, channelAt] = captionAt >= 0 ? [placeOf(pillarNames), placeOf(channelNamesOfColumn)] : [-1, -1]
  let unknownChannels = 0
  const captions = body.flatMap((row): ImportedCaption[] => {
    const caption = row[Math.max(captionAt, 0)] ?? ''
    if (caption === '' || [...caption].length > captionMax) return []
    const contentType = row[pillarAt] && contentTypeOf(row[pillarAt], pillars)
    const named = row[channelAt]?.toLowerCase()
    const channel = channelIds.find((id) => id === named)
    if (named && !channel && !allChannels.includes(named)) unknownChannels += 1
    return [{ caption, ...(contentType ? { content_type: contentType } : {}), ...(channel ? { channel } : {}) }]
  })
  if (captions.length === 0) throw new Error('The file has no captions. Name a column “caption”.')
  return { captions, skipped: body.length - captions.length, unknownChannels }
}

function contentTypeOf(written: string, pillars: readonly Pillar[]): string {
  const wanted = written.toLowerCase()
  const pillar = pillars.find(({ content_type, name }) => [content_type, name.toLowerCase()].includes(wanted))
  return pillar?.content_type ?? written.slice(0, 100)
}

function readRows(csv: string): string[][] {
  try {
    return parse(csv, {
      delimiter: delimiterOf(csv),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch {
    throw new Error('The file cannot be read as CSV. Export it again as CSV (UTF-8).')
  }
}

/** The most frequent one in the first line. */
function delimiterOf(csv: string): string {
  const line = csv.split('\n', 1)[0] ?? ''
  const countOf = (delimiter: string): number => line.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best), ',')
}
