import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import {
  confirmImport,
  createImport,
  deleteImport,
  getImport,
  getImportReport,
  type Import,
  type ImportRow,
  undoImport,
  updateImport,
} from '@/lib/imports/contract'
import { lockImport } from '@/lib/imports/repository'
import { listStories } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { afterOther } from '@/tests/support/database/after-other'
import { databaseKind } from '@/tests/support/database/test-database'

const buffer = (...rows: string[]): string => ['Text,Image URL,Tags,Posting Time', ...rows, ''].join('\n')
const soon = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function aPreview({ api }: Pick<TestProject, 'api'>, csv: string, options: object = { channels: ['x'] }) {
  return api.post(createImport, { csv, ...options })
}

test('a preview of a file of Buffer, problems first, and nothing is created', async () => {
  const project = await aProject({ timezone: 'Europe/Berlin' })
  await project.connect('x')
  const day = soon(40)
  const answer = await aPreview(
    project,
    buffer(`Fresh bread 🍞,,news,${day} 09:00`, `Rolls,nowhere,,${day} 09:00`, 'Idea,,,'),
  )
  expect(answer.import).toEqual({
    ...answer.import,
    project_id: project.projectId,
    filename: null,
    state: 'preview',
    source: 'buffer',
    columns: [
      { index: 0, name: 'Text', field: 'text', samples: ['Fresh bread 🍞', 'Rolls', 'Idea'] },
      { index: 1, name: 'Image URL', field: 'media', samples: ['nowhere'] },
      { index: 2, name: 'Tags', field: 'pillar', samples: ['news'] },
      { index: 3, name: 'Posting Time', field: 'date', samples: [`${day} 09:00`, `${day} 09:00`] },
    ],
    options: { timezone: 'Europe/Berlin', channels: ['x'], mode: 'schedule', date_order: 'auto' },
    dates: { order: 'dmy', is_ambiguous: false, example: null },
    counts: {
      ...{ total: 3, ok: 2, with_errors: 1, with_warnings: 2, waiting: 2 },
      ...{ created: 0, failed: 0, deleted: 0, kept: 0 },
    },
    confirmed_at: null,
    finished_at: null,
  })
  expect(answer.next_cursor).toBeNull()
  expect(answer.rows.map(({ row, status }) => [row, status])).toEqual([
    [3, 'error'],
    [2, 'ready'],
    [4, 'ready'],
  ])
  const inFile = await project.api.get(getImport, { id: answer.import.id, sort: 'file', limit: 2 })
  const rest = { id: answer.import.id, sort: 'file' as const, cursor: inFile.next_cursor ?? '' }
  const { rows: last } = await project.api.get(getImport, rest)
  expect([...inFile.rows, ...last].map(({ row }) => row)).toEqual([2, 3, 4])
  const [bad, good, draft] = answer.rows
  expect(bad?.errors).toEqual([
    {
      column: 'Image URL',
      field: 'media',
      code: 'invalid_format',
      message: 'Image URL must be an absolute http:// or https:// URL.',
    },
  ])
  const offset = new Date(`${day}T12:00:00Z`).toLocaleString('en', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    hour12: false,
  })
  expect(good).toMatchObject({
    preview: {
      caption: 'Fresh bread 🍞',
      channels: ['x'],
      scheduled_at: `${day}T${String(9 - (Number(offset) - 12)).padStart(2, '0')}:00:00.000Z`,
    },
    warnings: [{ column: 'Tags', code: 'unknown_pillar' }],
  })
  expect(draft).toMatchObject({ preview: { scheduled_at: null }, warnings: [{ code: 'no_date' }] })
  expect((await project.api.get(listStories, {})).stories).toEqual([])
})

test.each<[string, string, string, object?]>([
  ['a time in the past', 'Bread,x,2020-01-13 09:30,', 'Date is in the past: Jan 13, 2020, 9:30 AM.'],
  ['an instant in the past', 'Bread,x,2020-01-13T10:30:00+01:00,', 'Date is in the past: Jan 13, 2020, 9:30 AM.'],
  ['a text over the limit', `${'Long '.repeat(80)},x,${soon(9)} 09:00,`, 'The limit is 280'],
  ['a channel that is not connected', `Bread,threads,${soon(9)} 09:00,`, 'not connected: Threads'],
  ['an unknown channel', `Bread,Bebo,${soon(9)} 09:00,`, '“Bebo” is not a channel'],
  ['a bad link', `Bread,x,${soon(9)} 09:00,bread.example`, 'Link must be an absolute http:// or https:// URL'],
  ['no text', `,x,${soon(9)} 09:00,`, 'The text is empty. Write one in the file.'],
  ['a day that does not exist', 'Bread,x,2027-02-30 09:00,', 'does not exist'],
])('%s is an error that says what to do', async (_, row, message) => {
  const project = await aProject({ timezone: 'UTC' })
  await project.connect('x')
  const { rows } = await aPreview(project, `Text,Channels,Date,Link\n${row}\n`)
  expect(rows.map(({ status, errors }) => [status, errors.map((error) => error.message).join(' ')])).toEqual([
    ['error', expect.stringContaining(message)],
  ])
})

test('media that can never be fetched is an error of its row and column', async () => {
  const project = await aProject()
  await project.connect('x')
  const file = buffer('Bread,https://me:secret@cdn.example/1.png,,', 'Rolls,https://cdn.example/1.png,,')
  const { rows } = await aPreview(project, file)
  expect(rows.map(({ status, errors }) => [status, errors])).toEqual([
    [
      'error',
      [
        {
          column: 'Image URL',
          field: 'media',
          code: 'address_refused',
          message: 'Image URL cannot be fetched: the URL must not contain a user name or password. Remove them.',
        },
      ],
    ],
    ['ready', []],
  ])
})

test('a row with errors does not also say that it becomes a draft', async () => {
  const { rows } = await aPreview(await aProject(), 'Text,Channels,Date\nBread,Bebo,\n', {})
  expect(rows).toMatchObject([{ status: 'error', warnings: [] }])
})

test('drafts may have long texts, past times and channels that are not connected', async () => {
  const row = `${'Long '.repeat(80)},threads,2020-01-01 09:00\n`
  const { import: made, rows } = await aPreview(await aProject(), `Text,Channels,Date\n${row}`, { mode: 'draft' })
  expect(made.counts).toMatchObject({ ok: 1, with_warnings: 0 })
  expect(rows).toMatchObject([{ status: 'ready', preview: { scheduled_at: null } }])
})

test('a form with a file: Windows-1252, semicolons, and options as fields', async () => {
  const { token } = await aProject()
  const form = new FormData()
  form.append('file', new Blob([Buffer.from('Text;Datum\r\nKäse für alle;\r\n', 'latin1')]), 'Käse.csv')
  form.append('channels', 'x,threads')
  form.append('mode', 'draft')
  form.append('timezone', '')
  const response = await fetch(new URL('/api/v1/imports', inject('productUrl')), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const answer = (await response.json()) as { import: Import; rows: ImportRow[] }
  expect([response.status, answer]).toMatchObject([
    201,
    {
      import: { filename: 'Käse.csv', columns: [{ field: 'text' }, { name: 'Datum', field: null }] },
      rows: [{ preview: { caption: 'Käse für alle', channels: ['x', 'threads'] } }],
    },
  ])
})

test('the template is recognised and has no problems but its dates', async () => {
  const project = await aProject()
  const csv = await readFile('public/import-template.csv', 'utf8')
  const { import: made } = await aPreview(project, csv, { mode: 'draft' })
  expect(made).toMatchObject({ source: 'storycast', counts: { total: 3, with_errors: 0 } })
  expect(made.columns.filter(({ field }) => field === null)).toEqual([])
})

test('a file that is too large, or no table, is refused', async () => {
  const { api } = await aProject()
  expect(await api.refused(createImport, { csv: `Text\n${'a'.repeat(5_242_880)}` })).toMatchObject({
    status: 413,
    error: { code: 'payload_too_large' },
  })
  for (const [input, path] of [
    [{ csv: 'Text\n' }, 'csv'],
    [{ csv: '\u0089PNG\r\n\u001a\n\u0001\u0002' }, 'csv'],
    [{ csv: 'Text\n"open' }, 'csv'],
    [{}, 'csv'],
    [{ csv: 'Text\na', timezone: 'Mars/Base' }, 'timezone'],
    [{ csv: 'Text\na', channels: ['x', 'x'] }, 'channels.1'],
  ] as const)
    expect((await api.refused(createImport, input)).error.issues).toMatchObject([{ path }])
})

test('changed columns and options check all rows again', async () => {
  const project = await aProject()
  const { import: made } = await aPreview(project, 'Words,When\nBread,03/04/2030 09:00\nRolls,05/06/2030 09:00\n', {})
  expect(made).toMatchObject({ source: 'unknown', counts: { ok: 0, with_errors: 2 }, dates: null })
  const change = (body: object) => project.api.patch(updateImport, { id: made.id, ...body })
  const mapped = await change({
    columns: [
      { index: 0, field: 'text' },
      { index: 1, field: 'date' },
    ],
    channels: ['x'],
    timezone: 'America/New_York',
  })
  expect(mapped.import).toMatchObject({
    dates: { order: 'mdy', is_ambiguous: true, example: '03/04/2030 09:00' },
    counts: { with_errors: 2 },
  })
  await project.connect('x')
  const chosen = await change({ date_order: 'dmy' })
  expect(chosen.import).toMatchObject({
    dates: { order: 'dmy', is_ambiguous: false },
    counts: { ok: 2, with_errors: 0 },
  })
  expect(chosen.rows.map(({ preview }) => preview.scheduled_at)).toEqual([
    '2030-04-03T13:00:00.000Z',
    '2030-06-05T13:00:00.000Z',
  ])
  const refused = await project.api.refused(updateImport, { id: made.id, columns: [{ index: 1, field: 'text' }] })
  expect(refused.error.issues).toMatchObject([{ path: 'columns', code: 'repeated' }])
  const missing = await project.api.refused(updateImport, { id: made.id, columns: [{ index: 2, field: 'link' }] })
  expect(missing.error.issues).toMatchObject([{ path: 'columns.0.index' }])
})

test('rows are listed in pages, with and without errors', async () => {
  const project = await aProject()
  const rows = Array.from({ length: 7 }, (_, index) => (index % 3 === 0 ? `,${index}` : `Bread ${index},`))
  const { import: made } = await aPreview(project, `Text,Title\n${rows.join('\n')}\n`, {
    mode: 'draft',
    channels: ['x'],
  })
  const listed: number[] = []
  let cursor: string | undefined
  do {
    const page = await project.api.get(getImport, { id: made.id, limit: 2, ...(cursor ? { cursor } : {}) })
    listed.push(...page.rows.map(({ row }) => row))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(listed).toEqual([2, 5, 8, 3, 4, 6, 7])
  const only = async (errors: 'true' | 'false') =>
    (await project.api.get(getImport, { id: made.id, errors })).rows.map(({ row }) => row)
  expect([await only('true'), await only('false')]).toEqual([
    [2, 5, 8],
    [3, 4, 6, 7],
  ])
})

test('the report has the rows with errors, and formulas in it are texts', async () => {
  const project = await aProject()
  const { api } = project
  const { import: made } = await api.post(createImport, {
    csv: 'Text,Channels\n=1+1,Bebo\nBread,x\n',
    filename: 'May.csv',
    mode: 'draft',
  })
  expect(await api.get(getImportReport, { id: made.id })).toEqual({
    filename: 'May-errors.csv',
    csv: '\ufeffText,Channels,row,error\r\n\'=1+1,Bebo,2,"“Bebo” is not a channel or a connected account. Use instagram, facebook, x, linkedin, pinterest, ghost, threads."\r\n',
    rows: 1,
  })
})

test('dates that can be read in two ways must be decided before confirming', async () => {
  const project = await aProject({ timezone: 'UTC' })
  await project.connect('x')
  const { import: made } = await aPreview(project, 'Text,Date\nBread,03/04/2030 09:00\n')
  const { error } = await project.api.refused(confirmImport, { id: made.id })
  expect(error.issues).toMatchObject([{ path: 'date_order', code: 'required' }])
  await project.api.patch(updateImport, { id: made.id, date_order: 'dmy' })
  const { import: confirmed } = await project.api.post(confirmImport, { id: made.id })
  expect(confirmed.state).not.toBe('preview')
})

test('an import without valid rows cannot be confirmed; a confirmed one cannot be changed, and confirming again is no error', async () => {
  const { api } = await aProject()
  const bad = await aPreview({ api }, 'Text\n,\n', { mode: 'draft' }).catch(() => null)
  expect(bad).toBeNull()
  const { import: empty } = await aPreview({ api }, 'Text,Title\n,a\n', { mode: 'draft', channels: ['x'] })
  expect((await api.refused(confirmImport, { id: empty.id })).error).toMatchObject({
    code: 'conflict',
    message: 'No row can be imported. Correct the errors first.',
  })
  expect((await api.refused(undoImport, { id: empty.id })).error.code).toBe('conflict')
  const { import: made } = await aPreview({ api }, 'Text\nBread\n', { mode: 'draft', channels: ['x'] })
  await api.post(confirmImport, { id: made.id })
  await api.post(confirmImport, { id: made.id })
  expect((await api.refused(updateImport, { id: made.id, mode: 'schedule' })).error.code).toBe('conflict')
})

test('a deleted preview is gone', async () => {
  const { api } = await aProject()
  const { import: made } = await aPreview({ api }, 'Text\nBread\n')
  expect(await api.delete(deleteImport, { id: made.id })).toEqual({ ok: true })
  expect((await api.refused(getImport, { id: made.id })).status).toBe(404)
})

test('the newest 10 previews of a project are kept', async () => {
  const project = await aProject()
  const made: string[] = []
  for (let index = 0; index < 11; index++) made.push((await aPreview(project, 'Text\nBread\n')).import.id)
  expect((await project.api.refused(getImport, { id: made[0] })).status).toBe(404)
  expect((await project.api.get(getImport, { id: made[1] ?? '' })).import.id).toBe(made[1])
})

test.skipIf(databaseKind() === 'pglite')('a preview that is being confirmed is not deleted for a new one', async () => {
  const project = await aProject()
  const made: string[] = []
  for (let index = 0; index < 10; index++) made.push((await aPreview(project, 'Text\nBread\n')).import.id)
  const [oldest = ''] = made
  await afterOther(
    (tx) => lockImport(tx, project.projectId, oldest),
    () => aPreview(project, 'Text\nBread\n'),
    (tx) => sql`update imports set state = 'importing', confirmed_at = now() where id = ${oldest}`.execute(tx),
  )
  expect((await project.api.get(getImport, { id: oldest })).import.id).toBe(oldest)
})

test('a problem names the column of its own file', async () => {
  const { api } = await aProject()
  const csv = 'Text,Picture Url 1,Alt text picture 1,Picture Url 2,Alt text picture 2\n'
  const row = `Bread,https://bread.example/1.png,A loaf,nowhere,${'a'.repeat(5_001)}\n`
  const { rows } = await aPreview({ api }, csv + row, { mode: 'draft', channels: ['x'] })
  expect(rows[0]?.errors.map(({ column, field }) => [column, field])).toEqual([
    ['Picture Url 2', 'media'],
    ['Alt text picture 2', 'alt_text'],
  ])
})
