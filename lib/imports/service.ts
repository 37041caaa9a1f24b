import { readFile } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { decodeCursor, encodeCursor } from '@/lib/api/pagination'
import { tooLarge } from '@/lib/api/spool'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, type Issue, invalid, notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { type ImportField, repeatableFields } from '@/lib/import-content'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { repeatedChannels } from '@/lib/stories/content/content'
import { actorOf } from '@/lib/stories/timeline/history'
import { toCsv } from '@/lib/text/csv'
import { decodeText } from '@/lib/text/decode-text'
import { announceImports } from './announce'
import type * as contracts from './contract'
import { isText, notCsvText } from './file/csv-file'
import { readTable } from './file/read-csv'
import { importBytesMax, previewDays, resultDays } from './limits'
import * as repository from './repository'
import { checkRows } from './rows/check-rows'
import { serializeImport, serializeRow } from './serializer'

type PageAnswer = AnswerOf<typeof contracts.getImport>

/** Rows returned after a change. */
const firstPage = 50
/** Rows read for the samples of columns. */
const sampledRows = 20
const dayMs = 86_400_000

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createImport>,
): Promise<AnswerOf<typeof contracts.createImport>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:write')
  requireOnce(input.channels)
  const { text, filename, path } = await readText(input)
  const table = await readTable(text, path)
  const checks = await StoryChecks.open(context.db, projectId, context.now)
  const options = {
    timezone: input.timezone ?? checks.project.timezone,
    channels: input.channels ?? [],
    mode: input.mode ?? ('schedule' as const),
    date_order: input.date_order ?? ('auto' as const),
  }
  const { dates, rows } = await checkRows(checks, { ...table, options }, table.rows)
  const entry = await transaction(context.db, async (tx) => {
    const made = await repository.insertImport(tx, {
      id: newId(),
      project_id: projectId,
      actor: actorOf(context.principal),
      filename,
      source: table.source,
      header: table.header,
      fields: table.fields,
      options: JSON.stringify(options),
      date_column: dates && JSON.stringify(dates),
      expires_at: new Date(context.now.getTime() + previewDays * dayMs),
    })
    await repository.writeRows(tx, made.id, rows)
    return made
  })
  return pageOf(context.db, entry, { limit: firstPage })
}

/** @throws payload_too_large; validation_error for a file that is no text */
async function readText(
  input: InputOf<typeof contracts.createImport>,
): Promise<{ text: string; filename: string | null; path: string }> {
  const read = 'csv' in input ? readGiven(input) : await readUploaded(input.file)
  if (!isText(read.text)) throw invalid(read.path, notCsvText(read.filename))
  return read
}

function readGiven({ csv, filename }: { csv: string; filename?: string | undefined }) {
  if (Buffer.byteLength(csv) > importBytesMax) throw tooLarge(importBytesMax)
  return { text: csv, filename: filename || null, path: 'csv' }
}

async function readUploaded(file: Extract<InputOf<typeof contracts.createImport>, { file?: unknown }>['file']) {
  if (!file) throw invalid('csv', 'is required, or a form with the part file', 'required')
  if (file.bytes > importBytesMax) throw tooLarge(importBytesMax)
  const text = decodeText(await readFile(file.path), '')
  return { text, filename: [...(file.filename ?? '')].slice(0, 255).join('') || null, path: 'file' }
}

function requireOnce(channels: contracts.Import['options']['channels'] | undefined): void {
  const issues = repeatedChannels(channels ?? [])
  if (issues.length > 0) throw validationError(issues)
}

export async function get(context: Context, input: InputOf<typeof contracts.getImport>): Promise<PageAnswer> {
  const { projectId } = await accessOwned(context, 'imports', input.id, 'stories:read')
  const entry = await repository.findImport(context.db, projectId, input.id)
  if (!entry) throw notFound('import')
  return pageOf(context.db, entry, input)
}

type Page = {
  limit: number
  sort?: 'problems' | 'file'
  cursor?: string | undefined
  errors?: boolean | undefined
}

async function pageOf(
  db: Database,
  entry: repository.ImportEntry,
  { limit, sort = 'problems', cursor, errors }: Page,
): Promise<PageAnswer> {
  const [rank, row] = decodeCursor(cursor)?.split(':').map(Number) ?? []
  const after = rank === undefined || row === undefined ? undefined : { rank, row }
  const found = await repository.listRows(db, entry.id, { errors, sort, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next_cursor = found.length > limit && last ? encodeCursor('import_rows', `${last.rank}:${last.row}`) : null
  return { import: await serialized(db, entry), rows: rows.map(serializeRow), next_cursor }
}

async function serialized(db: Database, entry: repository.ImportEntry): Promise<contracts.Import> {
  const counts = await repository.countRows(db, entry.id)
  return serializeImport(entry, counts, await repository.listFirstCells(db, entry.id, sampledRows))
}

export async function update(
  context: Context,
  { id, columns = [], ...changes }: InputOf<typeof contracts.updateImport>,
): Promise<PageAnswer> {
  const { projectId } = await accessOwned(context, 'imports', id, 'stories:write')
  requireOnce(changes.channels)
  const entry = await repository.findImport(context.db, projectId, id)
  if (!entry) throw notFound('import')
  if (entry.state !== 'preview') throw alreadyConfirmed()
  const fields = withColumns(entry, columns)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const options = { ...entry.options, ...given }
  const checks = await StoryChecks.open(context.db, projectId, context.now)
  const cells = await repository.listCells(context.db, id)
  const { dates, rows } = await checkRows(checks, { header: entry.header, fields, options }, cells)
  const changed = await transaction(context.db, async (tx) => {
    const row = await repository.updatePreview(tx, entry, { fields, options, date_column: dates })
    if (!row) throw conflict('The import was changed or confirmed meanwhile. Load it again.')
    await repository.writeRows(tx, id, rows)
    return row
  })
  return pageOf(context.db, changed, { limit: firstPage })
}

const alreadyConfirmed = () => conflict('This import is confirmed, so it cannot be changed. Import the file again.')

type ColumnChanges = NonNullable<InputOf<typeof contracts.updateImport>['columns']>

/** @throws validation_error for columns that do not exist, and fields that two columns have */
function withColumns({ header, fields }: repository.ImportEntry, columns: ColumnChanges): (ImportField | null)[] {
  const changed = [...fields]
  const issues: Issue[] = []
  for (const [place, { index, field }] of columns.entries()) {
    if (index < header.length) changed[index] = field
    else {
      const message = `The file has ${header.length} columns. Use 0 to ${header.length - 1}.`
      issues.push({ path: `columns.${place}.index`, code: 'invalid', message })
    }
  }
  const repeated = changed.find(
    (field, index) => field !== null && !repeatableFields.has(field) && changed.indexOf(field) !== index,
  )
  if (repeated) {
    const message = `Two columns hold “${repeated}”. Set one of them to null.`
    issues.push({ path: 'columns', code: 'repeated', message })
  }
  if (issues.length > 0) throw validationError(issues)
  return changed
}

export async function confirm(
  context: Context,
  { id }: InputOf<typeof contracts.confirmImport>,
): Promise<AnswerOf<typeof contracts.confirmImport>> {
  const { projectId } = await accessOwned(context, 'imports', id, 'stories:write')
  return inJob(context, projectId, id, async (tx, entry) => {
    if (entry.state !== 'preview') return entry
    if (entry.date_column?.is_ambiguous && entry.options.mode === 'schedule') {
      const { example } = entry.date_column
      throw invalid(
        'date_order',
        `is required: ${example ?? 'a date'} can be read in two ways. Set dmy or mdy.`,
        'required',
      )
    }
    const { ready } = await repository.countRows(tx, id)
    if (ready === 0) throw conflict('No row can be imported. Correct the errors first.')
    return repository.startJob(tx, entry, {
      state: 'importing',
      actor: actorOf(context.principal),
      days: resultDays,
    })
  })
}

export async function undo(
  context: Context,
  { id }: InputOf<typeof contracts.undoImport>,
): Promise<AnswerOf<typeof contracts.undoImport>> {
  const { projectId } = await accessOwned(context, 'imports', id, 'stories:publish')
  return inJob(context, projectId, id, async (tx, entry) => {
    if (entry.state === 'deleting' || entry.state === 'deleted') return entry
    if (entry.state !== 'done') throw conflict('Only a finished import can be undone. Wait until it has ended.')
    return repository.startJob(tx, entry, { state: 'deleting', actor: actorOf(context.principal), days: resultDays })
  })
}

/** Changes the state of an import under its lock, and wakes the job. */
async function inJob(
  { db }: Context,
  projectId: string,
  id: string,
  change: (tx: Transaction<DB>, entry: repository.ImportEntry) => Promise<repository.ImportEntry>,
): Promise<{ import: contracts.Import }> {
  return transaction(db, async (tx) => {
    const entry = await repository.lockImport(tx, projectId, id)
    if (!entry) throw notFound('import')
    const changed = await change(tx, entry)
    await announceImports()
    return { import: await serialized(tx, changed) }
  })
}

export async function report(
  context: Context,
  { id }: InputOf<typeof contracts.getImportReport>,
): Promise<AnswerOf<typeof contracts.getImportReport>> {
  const { projectId } = await accessOwned(context, 'imports', id, 'stories:read')
  const entry = await repository.findImport(context.db, projectId, id)
  if (!entry) throw notFound('import')
  const rows = await repository.listCells(context.db, id, { onlyFailed: true })
  const lines = rows.map(({ row, cells, errors }) => [
    ...entry.header.map((_, index) => cells[index] ?? ''),
    row,
    errors.map(({ message }) => message).join(' '),
  ])
  const filename = `${(entry.filename ?? 'import').replace(/\.\w{1,5}$/, '')}-errors.csv`
  return { filename, csv: toCsv([...entry.header, 'row', 'error'], lines), rows: rows.length }
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteImport>,
): Promise<AnswerOf<typeof contracts.deleteImport>> {
  const { projectId } = await accessOwned(context, 'imports', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const entry = await repository.lockImport(tx, projectId, id)
    if (!entry) throw notFound('import')
    if (entry.state === 'importing' || entry.state === 'deleting') {
      throw conflict('This import is running. Delete it when it has ended.')
    }
    await repository.removeImport(tx, projectId, id)
    return { ok: true }
  })
}
