import { issueText } from '@/lib/api/issue-text'
import { issuesOf } from '@/lib/api/parse'
import { AppError, type Issue } from '@/lib/errors'
import type { ImportField, Problem } from '@/lib/import-content'
import { remoteRefusal } from '@/lib/media/remote-file'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import { validateStory } from '@/lib/stories/checks/validate-story'
import { blankContent, type Content } from '@/lib/stories/content/content'
import { CreateStory } from '@/lib/stories/create-contract'
import type { Warning } from '@/lib/stories/resource-contract'
import { type ReadRow, type RowContext, type RowStory, readRow } from './read-row'

export type CheckedRow = ReadRow & {
  /** Null if there are errors. */
  valid: { content: Content; at: Date | null; warnings: Warning[] } | null
}

/** Checks a row as a create request would be. */
export async function checkRow(
  checks: StoryChecks,
  cells: readonly string[],
  context: RowContext,
): Promise<CheckedRow> {
  const row = readRow(cells, context)
  const { isDraft } = row
  const problemOf = problemIn(context, row)
  const parsed = CreateStory.safeParse(row.story, { error: issueText })
  const known = new Set(row.errors.map(({ field }) => field))
  // A problem that was found in a cell is not repeated for its member.
  const add = (issues: readonly Issue[]): void => {
    row.errors.push(...issues.map(problemOf).filter(({ field }) => field === null || !known.has(field)))
  }
  if (!parsed.success) {
    add(issuesOf(parsed.error, row.story))
    return { ...row, valid: null }
  }
  const { content, at = null, issues } = validateStory(blankContent, parsed.data, checks)
  add(issues)
  add(refusedMedia(content))
  if (row.errors.length > 0) return { ...row, valid: null }
  const rules = await checks.checkRules(content, { isDraft, connection_check: undefined })
  add(rules.issues)
  const warnings = [...rules.warnings]
  try {
    warnings.push(...(await checks.check(content, {}, { isDraft })))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const path = error.code === 'missing_connection' ? 'channels' : 'caption'
    add([{ path, code: error.code, message: error.message }])
  }
  // Files are inspected after the story exists.
  const shown = warnings.filter(({ code }) => code !== 'media_unchecked')
  row.warnings.push(...shown.map(({ field, code, message }) => problemOf({ path: field ?? '', code, message })))
  return { ...row, valid: row.errors.length > 0 ? null : { content, at, warnings } }
}

/** URLs that can never be fetched. Files of the others are inspected after the story exists. */
const refusedMedia = ({ slides }: Content): Issue[] =>
  slides.flatMap(({ media_url }, index) => {
    const reason = remoteRefusal(media_url)
    if (!reason) return []
    const message = `cannot be fetched: ${reason.replace(/^The /, 'the ')}`
    return [{ path: `slides.${index}.media_url`, code: 'address_refused', message }]
  })

/** Fields by the story member that they fill. */
const fieldByMember: Partial<Record<keyof RowStory | 'media_urls' | 'link' | 'first_comment', ImportField>> = {
  caption: 'text',
  channels: 'channels',
  title: 'title',
  hashtags: 'hashtags',
  first_comment: 'first_comment',
  slides: 'media',
  media_urls: 'media',
  post_type: 'post_type',
  destination_url: 'link',
  link: 'link',
  content_type: 'pillar',
  scheduled_at: 'date',
  scheduled_at_local: 'date',
  timezone: 'date',
}

/** The problem of an issue, with the column that the member came from. */
const problemIn =
  ({ header, fields, options }: RowContext, { story, slideColumns }: ReadRow) =>
  ({ path, code, message }: Issue): Problem => {
    const members = path.split('.').filter((part) => !/^\d+$/.test(part))
    const member = (members[0] === 'channel_overrides' ? members[2] : members[0]) as keyof typeof fieldByMember
    const field = members.at(-1) === 'alt_text' ? 'alt_text' : (fieldByMember[member] ?? null)
    const place = field === null ? -1 : fields.indexOf(field)
    const slide = members[0] === 'slides' && (field === 'media' || field === 'alt_text') ? field : null
    const column = (slide && slideColumns[Number(path.split('.')[1])]?.[slide]) ?? header[place] ?? null
    const own = code === 'in_the_past' ? `is in the past: ${timeText(story, options.timezone)}.` : message
    const isEmpty = path === 'caption' && story.caption.trim() === ''
    const text = isEmpty ? emptyText(column) : sentenceOf(own, column ?? nameOf(field))
    return { column, field, code, message: [text, remedies[code]].filter(Boolean).join(' ') }
  }

/** As in the file, or in the time zone of the import. */
function timeText({ scheduled_at_local, scheduled_at = '' }: RowStory, zone: string | null): string {
  const [at, timeZone] = scheduled_at_local ? [`${scheduled_at_local}Z`, 'UTC'] : [scheduled_at, zone ?? 'UTC']
  const text = new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  // A plain space before AM and PM.
  return `${text.replaceAll('\u202f', ' ')}${scheduled_at_local || zone ? '' : ' UTC'}`
}

const remedies: Record<string, string | undefined> = {
  in_the_past: 'Use a later time, or import as drafts.',
  missing_connection: 'Or import as drafts.',
}

const emptyText = (column: string | null): string =>
  column ? 'The text is empty. Write one in the file.' : 'No column has the text. Choose it under Columns.'

/** Most messages of members continue their name: “must be …”. */
function sentenceOf(message: string, name: string): string {
  const sentence = /^[a-z]/.test(message) ? `${name.charAt(0).toUpperCase()}${name.slice(1)} ${message}` : message
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

const nameOf = (field: ImportField | null): string => (field === null ? 'A value' : field.replaceAll('_', ' '))
