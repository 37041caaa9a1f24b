import type { ChannelId } from './channel-ids'

/** What a column of an import can hold. */
export const importFields = [
  'text',
  'date',
  'time',
  'channels',
  'link',
  'media',
  'alt_text',
  'title',
  'hashtags',
  'pillar',
  'board',
  'post_type',
  'draft',
  'first_comment',
  'on_instagram',
  'on_facebook',
  'on_x',
  'on_linkedin',
  'on_pinterest',
  'on_ghost',
  'on_threads',
  'on_other',
] as const
export type ImportField = (typeof importFields)[number]

/** Fields that several columns may have, such as `Picture Url 1` to `Picture Url 10`. */
export const repeatableFields: ReadonlySet<ImportField> = new Set(['media', 'alt_text', 'on_other'])

/** Columns with yes or no for one network. */
export const flagChannels: Partial<Record<ImportField, ChannelId>> = {
  on_instagram: 'instagram',
  on_facebook: 'facebook',
  on_x: 'x',
  on_linkedin: 'linkedin',
  on_pinterest: 'pinterest',
  on_ghost: 'ghost',
  on_threads: 'threads',
}

export const importSources = ['storycast', 'buffer', 'hootsuite', 'later', 'publer', 'metricool', 'unknown'] as const
export type ImportSource = (typeof importSources)[number]

/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'dmy' | 'mdy'

/** How the dates of a file are read. */
export type DateColumn = {
  order: DateOrder
  /** The dates fit both orders, or some fit one and some the other. */
  is_ambiguous: boolean
  /** A date whose order is open. */
  example: string | null
}

export type ImportOptions = {
  /** For times without an offset. */
  timezone: string | null
  /** For rows that name no channel. */
  channels: ChannelId[]
  mode: 'schedule' | 'draft'
  date_order: 'auto' | DateOrder
}

/** A problem of a row, with the column to fix. */
export type Problem = { column: string | null; field: ImportField | null; code: string; message: string }

/** The post that a row becomes. */
export type RowPreview = {
  caption: string
  title: string | null
  channels: ChannelId[]
  media_urls: string[]
  link: string | null
  /** Null: a draft. */
  scheduled_at: string | null
}
