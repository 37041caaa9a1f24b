import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  isYes,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  yesNo,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { importFields, importSources } from '@/lib/import-content'
import { timezone } from '@/lib/projects/timezone'
import { channel } from '@/lib/stories/create-contract'
import { importBytesMax, importColumnsMax, importRowsMax, previewDays, resultDays } from './limits'

const dateOrders = ['dmy', 'mdy'] as const
const field = z.enum(importFields, { error: `must be one of ${importFields.join(', ')}` })
const count = z.int().min(0)

const ImportColumn = z.strictObject({
  index: z.int().min(0),
  name: z.string(),
  field: z.enum(importFields).nullable().meta({ description: 'What the column holds. Null: not imported.' }),
  samples: z.array(z.string()).meta({ description: 'The first values, shortened.' }),
})

/** A CSV file of posts. */
export const Import = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  filename: z.string().nullable(),
  state: z.enum(['preview', 'importing', 'done', 'deleting', 'deleted']).meta({
    description: 'Nothing is created before `importing`. `deleting` and `deleted` follow an undo.',
  }),
  source: z.enum(importSources).meta({ description: 'The product whose columns were recognized.' }),
  columns: z.array(ImportColumn),
  options: z.strictObject({
    timezone: z.string().nullable().meta({ description: 'Null: times need an offset.' }),
    channels: z.array(z.enum(channelIds)).meta({ description: 'For rows that name no channel.' }),
    mode: z.enum(['schedule', 'draft']),
    date_order: z.enum(['auto', ...dateOrders]),
  }),
  dates: z
    .strictObject({
      order: z.enum(dateOrders).meta({ description: 'How dates such as 03/04/2026 are read.' }),
      is_ambiguous: z.boolean().meta({ description: 'Set `date_order` before confirming.' }),
      example: z.string().nullable(),
    })
    .nullable(),
  counts: z.strictObject({
    total: count,
    ok: count.meta({ description: 'Rows that can be imported, or were.' }),
    with_errors: count,
    with_warnings: count.meta({ description: 'Of those without errors.' }),
    waiting: count.meta({ description: 'Rows without errors that have no story yet.' }),
    created: count,
    failed: count.meta({ description: 'Rows that were refused after the preview.' }),
    deleted: count,
    kept: count.meta({ description: 'Stories that an undo left, because they were published or are being published.' }),
  }),
  created_at: z.iso.datetime(),
  confirmed_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().meta({ description: 'The import is deleted then. Its stories stay.' }),
})
export type Import = z.output<typeof Import>

const RowProblem = z.strictObject({
  column: z.string().nullable(),
  field: z.enum(importFields).nullable(),
  code: z.string(),
  message: z.string(),
})

export const ImportRow = z.strictObject({
  row: z.int().meta({ description: 'As in the file: its first line is row 1.' }),
  status: z.enum(['ready', 'error', 'created', 'failed', 'deleted', 'kept']),
  story_id: z.uuid().nullable(),
  preview: z.strictObject({
    caption: z.string(),
    title: z.string().nullable(),
    channels: z.array(z.enum(channelIds)),
    media_urls: z.array(z.string()),
    link: z.string().nullable(),
    scheduled_at: z.iso.datetime().nullable().meta({ description: 'Null: a draft.' }),
  }),
  errors: z.array(RowProblem),
  warnings: z.array(RowProblem),
})
export type ImportRow = z.output<typeof ImportRow>

const channels = z.array(channel).max(channelIds.length)
const optionsShape = {
  timezone: timezone.optional().meta({ description: 'For times without an offset. Defaults to the project’s zone.' }),
  channels: channels.optional().meta({ description: 'For rows that name no channel.' }),
  mode: z
    .enum(['schedule', 'draft'], { error: 'must be schedule or draft' })
    .optional()
    .meta({ description: '`draft` imports all rows as drafts, without their times. Default: `schedule`.' }),
  date_order: z
    .enum(['auto', ...dateOrders], { error: 'must be auto, dmy or mdy' })
    .optional()
    .meta({ description: 'Day or month first. Default: decided by the whole column.' }),
}

/** Form fields are texts; an empty one is missing. */
const formText = <T extends z.ZodType>(schema: T) => z.preprocess((text) => (text === '' ? undefined : text), schema)

const answer = z.strictObject({ import: Import, rows: z.array(ImportRow), next_cursor: nextCursor })
const tag = 'Imports'
const path = '/api/v1/imports/:id'

export const createImport = contract({
  method: 'POST',
  path: '/api/v1/imports',
  tag,
  summary: 'Read a CSV file of posts',
  description:
    'Send a form with the part `file`, or JSON with the text in `csv`. The columns of Storycast’s own template ' +
    '(`/import-template.csv`), Buffer, Hootsuite, Later, Publer and Metricool are recognized. Nothing is created: the ' +
    'answer is a preview with the problems of each row, those with problems first. At most ' +
    `${importBytesMax.toLocaleString('en')} bytes, ${importRowsMax.toLocaleString('en')} rows and ${importColumnsMax} columns. ` +
    `A preview is deleted after ${previewDays} days.`,
  scope: 'stories:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      csv: z.string().min(1).meta({ description: 'Commas, semicolons, tabs or bars.' }),
      filename: z.string().trim().max(255).optional(),
      ...optionsShape,
    },
    projectAlias,
  ),
  bodyLimit: 2 * importBytesMax + 65_536,
  file: {
    as: 'multipart',
    types: ['text/csv'],
    fields: aliased(
      {
        ...projectShape,
        timezone: formText(optionsShape.timezone),
        channels: z
          .array(z.string())
          .transform((given) => given.flatMap((text) => text.split(',')).filter(Boolean))
          .pipe(channels)
          .optional()
          .meta({ description: 'Several fields, or one with commas.' }),
        mode: formText(optionsShape.mode),
        date_order: formText(optionsShape.date_order),
      },
      projectAlias,
    ),
    lists: ['channels'],
  },
  answers: { 201: answer },
  errors: ['not_found', 'payload_too_large'],
})

export const getImport = contract({
  method: 'GET',
  path,
  tag,
  summary: 'Get an import with its rows',
  description: 'Rows with problems come first, unless `sort=file`.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject({
    ...pageShape('import_rows'),
    sort: z.enum(['problems', 'file']).default('problems').meta({ description: '`file`: in the order of the file.' }),
    errors: yesNo
      .transform(isYes)
      .optional()
      .meta({ description: '`true`: only rows that cannot be imported. `false`: only the others.' }),
  }),
  answers: { 200: answer },
  errors: ['not_found'],
})

export const updateImport = contract({
  method: 'PATCH',
  path,
  tag,
  summary: 'Change the columns and options of a preview',
  description: 'Checks all rows again. A `conflict` once it is confirmed.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({
    columns: z
      .array(z.strictObject({ index: z.int().min(0).max(importColumnsMax), field: field.nullable() }))
      .max(importColumnsMax)
      .optional()
      .meta({ description: 'Columns that are not listed stay as they are.' }),
    ...optionsShape,
  }),
  answers: { 200: answer },
  errors: ['not_found', 'conflict'],
})

export const confirmImport = contract({
  method: 'POST',
  path: `${path}/confirm`,
  tag,
  summary: 'Create the stories of an import',
  description:
    'A job creates a story for each row without errors, through the same checks as a create request. `getImport` shows the ' +
    'progress. Each row is imported once; confirming again changes nothing. ' +
    `The result is deleted after ${resultDays} days.`,
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    rows: z.literal('valid', { error: 'must be valid' }).default('valid').meta({ description: 'Rows without errors.' }),
  }),
  isBodyOptional: true,
  answers: { 202: z.strictObject({ import: Import }) },
  errors: ['not_found', 'conflict'],
})

export const undoImport = contract({
  method: 'POST',
  path: `${path}/undo`,
  tag,
  summary: 'Delete the stories of an import',
  description: 'A job deletes its drafts and scheduled stories. Stories that are published, or being published, stay.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  answers: { 202: z.strictObject({ import: Import }) },
  errors: ['not_found', 'conflict'],
})

export const getImportReport = contract({
  method: 'GET',
  path: `${path}/report`,
  tag,
  summary: 'Get the rows that were not imported as CSV',
  description: 'The columns of the file, with `row` and `error`. Correct the rows and import the file again.',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: z.strictObject({ filename: z.string(), csv: z.string(), rows: count }) },
  errors: ['not_found'],
})

export const deleteImport = contract({
  method: 'DELETE',
  path,
  tag,
  summary: 'Delete an import',
  description: 'Its stories stay. A `conflict` while it is running.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found', 'conflict'],
})
