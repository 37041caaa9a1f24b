import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { type DateOrder, flagChannels, type ImportField, type ImportOptions, type Problem } from '@/lib/import-content'
import type { PostType } from '@/lib/story-content'
import { type AccountNames, channelNamed, isOtherNetwork, splitNames } from '../file/channel-names'
import { readDate, readTime } from '../file/dates'

export type RowContext = {
  header: readonly string[]
  fields: readonly (ImportField | null)[]
  options: ImportOptions
  dateOrder: DateOrder
  accounts: AccountNames
  /** Ids of Pinterest boards by their name in lower case. */
  boards: ReadonlyMap<string, string>
  /** Names of pillars by their key. */
  pillarNames: Readonly<Record<string, string>>
}

/** Members of a create request, not validated yet. */
export type RowStory = {
  caption: string
  channels: ChannelId[]
  title?: string
  hashtags?: string
  channel_overrides?: Partial<Record<ChannelId, { first_comment?: string; board_id?: string }>>
  slides?: { media_url: string; alt_text?: string }[]
  post_type?: PostType
  destination_url?: string
  content_type?: string
  scheduled_at?: string
  scheduled_at_local?: string
  timezone?: string
}
export type ReadRow = {
  story: RowStory
  /** The columns of each slide. */
  slideColumns: { media: string; alt_text: string | null }[]
  isDraft: boolean
  errors: Problem[]
  warnings: Problem[]
}

/** Reads the cells of a row as a create request. Problems of the content itself are found later. */
export function readRow(cells: readonly string[], context: RowContext): ReadRow {
  const row = new RowCells(cells, context)
  const caption = row.text('text')
  const channels = readChannels(row, context)
  const { slides, slideColumns } = readSlides(row)
  const isDraft = context.options.mode === 'draft' || isYes(row.text('draft'))
  const time = isDraft ? {} : readWhen(row, context)
  const optional = {
    title: row.text('title'),
    hashtags: row.text('hashtags'),
    destination_url: readLink(row),
    content_type: readPillar(row, context),
    post_type: readPostType(row),
    channel_overrides: { ...readFirstComment(row, channels), ...readBoard(row, channels, context) },
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => isGiven(value)))
  const story = { caption, channels, ...given, ...(slides.length > 0 ? { slides } : {}), ...time }
  const { errors, warnings } = row
  return { story, slideColumns, isDraft: isDraft || Object.keys(time).length === 0, errors, warnings }
}

const isGiven = (value: string | object | undefined): boolean =>
  typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value)

/** The cells of a row by field, and the problems found in them. */
class RowCells {
  readonly errors: Problem[] = []
  readonly warnings: Problem[] = []
  constructor(
    private readonly cells: readonly string[],
    private readonly context: RowContext,
  ) {}

  all(field: ImportField): { name: string; text: string }[] {
    const { fields, header } = this.context
    return fields.flatMap((own, index) =>
      own === field ? [{ name: header[index] ?? '', text: this.cells[index] ?? '' }] : [],
    )
  }
  text(field: ImportField): string {
    return this.all(field)[0]?.text ?? ''
  }
  has(field: ImportField): boolean {
    return this.context.fields.includes(field)
  }
  /** @param column of a field that several columns may have; by default the first */
  fail(field: ImportField, code: string, message: string, column?: string): void {
    this.errors.push(this.problem(field, code, message, column))
  }
  warn(field: ImportField, code: string, message: string, column?: string): void {
    this.warnings.push(this.problem(field, code, message, column))
  }
  private problem(field: ImportField, code: string, message: string, column?: string): Problem {
    return { column: column ?? this.all(field)[0]?.name ?? null, field, code, message }
  }
}

const isYes = (cell: string): boolean => /^(?:true|yes|y|x|1|ja|oui|si|sí|verdadero)$/i.test(cell)

const supported = `Use ${channelIds.join(', ')}.`

function readChannels(row: RowCells, { accounts, options }: RowContext): ChannelId[] {
  const flagged = (Object.entries(flagChannels) as [ImportField, ChannelId][]).flatMap(([field, channel]) =>
    isYes(row.text(field)) ? [channel] : [],
  )
  const others = row.all('on_other').filter(({ text }) => isYes(text))
  const names = row.all('channels').flatMap(({ text }) => splitNames(text))
  const named = names.flatMap((name) => channelNamed(name, accounts) ?? [])
  const unknown = names.filter((name) => channelNamed(name, accounts) === null)
  const found = channelIds.filter((channel) => flagged.includes(channel) || named.includes(channel))
  for (const { name } of others) {
    if (found.length > 0) row.warn('on_other', 'not_supported', `${name} is not supported. Ignored.`, name)
    else row.fail('on_other', 'not_supported', `${name} is not supported. ${supported}`, name)
  }
  for (const name of unknown) {
    const isOther = isOtherNetwork(name)
    if (isOther && found.length > 0) row.warn('channels', 'not_supported', `${name} is not supported. Ignored.`)
    else if (isOther) row.fail('channels', 'not_supported', `${name} is not supported. ${supported}`)
    else {
      const message = `“${shown(name)}” is not a channel or a connected account. ${supported}`
      row.fail('channels', 'unknown_channel', message)
    }
  }
  if (found.length > 0 || unknown.length > 0 || others.length > 0) return found
  if (options.channels.length > 0) return options.channels
  row.fail('channels', 'no_channel', 'No channel. Choose channels for the rows without one, or add a column for them.')
  return []
}

/** Several URLs of a cell are separated by commas, semicolons, bars or white space. */
const splitUrls = (cell: string): string[] =>
  cell
    .split(/[\s,;|]+(?=https?:\/\/)/i)
    .map((url) => url.replace(/[\s,;|]+$/, '').trim())
    .filter(Boolean)

function readSlides(row: RowCells): Pick<ReadRow, 'slideColumns'> & { slides: NonNullable<RowStory['slides']> } {
  const media = row.all('media').map(({ name, text }) => ({ name, urls: splitUrls(text) }))
  const alts = row.all('alt_text')
  // Numbered columns belong together by number, even if one between them is empty.
  const isNumbered = alts.length > 1
  const listed = alts.flatMap(({ name, text }) => splitTexts(text).map((alt) => ({ name, text: alt })))
  const files = media.flatMap(({ name, urls }, index) =>
    urls.map((url, place) => ({ name, url, numbered: place === 0 ? alts[index] : undefined })),
  )
  const read = files.map(({ name, url, numbered }, index) => {
    const alt = isNumbered ? numbered : listed[index]
    const slide = { media_url: url, ...(alt?.text ? { alt_text: alt.text } : {}) }
    return { slide, columns: { media: name, alt_text: alt?.name ?? null } }
  })
  const unused = isNumbered
    ? alts.find(({ text }, index) => text !== '' && !media[index]?.urls.length)
    : listed.slice(files.length).find(({ text }) => text !== '')
  if (unused)
    row.warn('alt_text', 'no_media', `No media for the alt text “${shown(unused.text)}”. Ignored.`, unused.name)
  return { slides: read.map(({ slide }) => slide), slideColumns: read.map(({ columns }) => columns) }
}

/** Publer and the template separate several texts of a cell like this. */
const splitTexts = (cell: string): string[] => cell.split('||').map((text) => text.trim())

function readLink(row: RowCells): string | undefined {
  const [first, ...others] = row.text('link').split(/\s*[,\n]\s*(?=https?:)/)
  if (others.length > 0) {
    row.warn('link', 'several_links', `A story has one link. Ignored: ${shown(others.join(', '))}.`)
  }
  return first
}

function readBoard(
  row: RowCells,
  channels: readonly ChannelId[],
  { boards }: RowContext,
): RowStory['channel_overrides'] {
  const name = row.text('board')
  // Publer has groups and albums of other networks in this column.
  if (name === '' || !channels.includes('pinterest')) return undefined
  const board_id = boards.get(name.toLowerCase())
  if (board_id) return { pinterest: { board_id } }
  const message = `There is no Pinterest board “${shown(name)}”. The default board is used, unless you choose one in the story.`
  row.warn('board', 'unknown_board', message)
  return undefined
}

const dateForm = 'Use a date and time such as 2026-05-01 09:00.'

/** The publish time. Empty: the row becomes a draft, or its date cannot be read. */
function readWhen(row: RowCells, { options, dateOrder }: RowContext): Partial<RowStory> {
  const [date, time] = [row.text('date'), row.text('time')]
  if (date === '') {
    row.warn('date', 'no_date', 'No date. Imported as a draft.')
    return {}
  }
  const read = readDate(date, dateOrder)
  if (read === null) {
    const order = dateOrder === 'dmy' ? 'day/month/year' : 'month/day/year'
    const reason = /^\d+([.,]\d+)?$/.test(date)
      ? 'is a number, not a date. Format the column as a date in the spreadsheet, and export it again.'
      : `cannot be read as a date (${order}). ${dateForm}`
    row.fail('date', 'invalid_date', `“${shown(date)}” ${reason}`)
    return {}
  }
  if ('instant' in read) return { scheduled_at: read.instant }
  const clock = time === '' ? read.time : readTime(time)
  if (clock === null && time !== '') {
    row.fail('time', 'invalid_time', `“${shown(time)}” cannot be read as a time. Use 09:00 or 9:00 AM.`)
    return {}
  }
  if (clock === null) {
    row.fail('date', 'no_time', `The date has no time. ${dateForm}`)
    return {}
  }
  if (options.timezone === null) {
    row.fail(
      'date',
      'no_timezone',
      'The time has no time zone, and neither has the project. Choose one for the import.',
    )
    return {}
  }
  return { scheduled_at_local: `${read.date}T${clock}`, timezone: options.timezone }
}

const withoutComments: ReadonlySet<ChannelId> = new Set(['pinterest', 'ghost'])

/** A first comment is a member of each channel. */
function readFirstComment(row: RowCells, channels: readonly ChannelId[]): RowStory['channel_overrides'] {
  const [first_comment = '', ...others] = splitTexts(row.text('first_comment'))
  if (first_comment === '') return undefined
  if (others.length > 0) {
    row.warn('first_comment', 'several_comments', `A post has one first comment. Ignored: ${shown(others.join(', '))}.`)
  }
  const commented = channels.filter((channel) => !withoutComments.has(channel))
  if (commented.length < channels.length) {
    row.warn('first_comment', 'not_supported', 'Pinterest and Ghost have no first comments. Ignored there.')
  }
  return Object.fromEntries(commented.map((channel) => [channel, { first_comment }]))
}

function readPillar(row: RowCells, { pillarNames }: RowContext): string | undefined {
  const names = splitNames(row.text('pillar'))
  const keyOf = (name: string): string | undefined => {
    const wanted = name.toLowerCase()
    return Object.entries(pillarNames).find(([key, shownName]) =>
      [key.toLowerCase(), shownName.toLowerCase()].includes(wanted),
    )?.[0]
  }
  const found = names.map(keyOf).find((key) => key !== undefined)
  const ignored = names.filter((name) => keyOf(name) === undefined || (found !== undefined && keyOf(name) !== found))
  if (ignored.length > 0) {
    row.warn('pillar', 'unknown_pillar', `Not a pillar of this project: ${shown(ignored.join(', '))}. Ignored.`)
  }
  return found
}

const postTypes: Record<string, PostType | undefined> = {
  single: 'single',
  carousel: 'carousel',
  reel: 'reel',
  reels: 'reel',
  story: 'story',
  stories: 'story',
}
/** Values that mean a usual post. */
const usualPosts = new Set(['', 'post', 'feed', 'image', 'video', 'photo', 'text', 'link'])

function readPostType(row: RowCells): PostType | undefined {
  const text = row.text('post_type').toLowerCase()
  if (usualPosts.has(text)) return undefined
  const type = postTypes[text]
  if (!type) row.warn('post_type', 'unknown_type', `“${shown(text)}” is not a post type. Ignored.`)
  return type
}

const shownMax = 60

/** Shortened by code points: Postgres stores no half of a pair. */
function shown(text: string): string {
  const characters = [...text]
  return characters.length > shownMax ? `${characters.slice(0, shownMax - 1).join('')}…` : text
}
