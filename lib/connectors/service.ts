import { accessOwned, accessProject, requireTokenScope } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { fairQueue } from '@/lib/concurrency/fair-queue'
import { type Database, transaction } from '@/lib/db/pool'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { conflict, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import { check, claimNow } from './check/check-connector'
import { nextCheckSeconds } from './check/schedule'
import { learnItems } from './check/store-items'
import type * as contracts from './contract'
import { connectorsMax } from './limits'
import {
  type ConnectorRow,
  countConnectors,
  deleteConnectorRow,
  findConnector,
  insertConnector,
  listConnectors,
  listItems,
  lockConnector,
  updateConnector,
} from './repository'
import { openHeaders, sealHeaders } from './sealed-headers'
import { serializeConnector, serializeItem } from './serializer'
import { type Reading, readSource } from './source/read-source'
import { SourceError, type SourceSettings } from './source/source'

/** A source may send 5 MB and take 20 seconds, so few are read at once. Projects take turns. */
const readInTurn = fairQueue(12)
const sampleCount = 3

export async function list(
  context: Context,
  { project_id, limit, cursor }: InputOf<typeof contracts.listConnectors>,
): Promise<AnswerOf<typeof contracts.listConnectors>> {
  const { projectId } = await accessProject(context, project_id, 'connectors:read')
  const rows = await listConnectors(context.db, projectId, { limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('connectors', rows, limit)
  return { connectors: page.map(serializeConnector), next_cursor }
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getConnector>,
): Promise<AnswerOf<typeof contracts.getConnector>> {
  const { projectId } = await accessOwned(context, 'connectors', id, 'connectors:read')
  return serializeConnector(await requireConnector(context.db, projectId, id))
}

/** Reads a source, and saves it when asked to and it works. */
export async function test(
  context: Context,
  input: InputOf<typeof contracts.testConnector>,
): Promise<AnswerOf<typeof contracts.testConnector>> {
  const { projectId } = await accessProject(context, input.project_id, 'connectors:read')
  if (input.save) {
    requireTokenScope(context.principal, 'automations:write')
    await accessProject(context, input.project_id, 'automations:write')
    await requireRoom(context.db, projectId)
  }
  const headers = input.headers ?? {}
  const settings = { ...newSettings, kind: input.kind ?? null, url: input.url, headers }
  const wanted = { ...settings, path: input.path ?? null, keyField: input.key_field ?? null }
  let reading: Reading
  try {
    reading = await readInTurn(projectId, () => readNew(wanted, context.now))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { ok: false, error: error.message, suggested_url: error.details.suggestedUrl ?? null }
  }
  const connector = input.save ? await save(context, projectId, { ...input, headers }, reading) : null
  const { kind, name, path, keyField, fields, items, total } = reading
  return {
    ok: true,
    ...{ kind, name, path, key_field: keyField, fields },
    sample: items.slice(0, sampleCount).map((item) => item.fields),
    item_count: total,
    connector,
  }
}

const newSettings = { knownFields: [], isKeyFixed: false }

async function readNew(settings: SourceSettings, now: Date): Promise<Reading> {
  const reading = await readSource(settings, now)
  if (reading === 'unchanged') throw new Error('A source without validators cannot be unchanged.')
  return reading
}

type New = { name?: string | null | undefined; url: string; headers: Record<string, string> }

async function save({ db }: Context, projectId: string, { name, url, headers }: New, reading: Reading) {
  const id = newId()
  return transaction(db, async (tx) => {
    await lockProject(tx, projectId)
    await requireRoom(tx, projectId)
    const named = name ?? (reading.name?.slice(0, 120).trim() || new URL(url).host)
    await insertConnector(tx, {
      ...{ id, project_id: projectId, name: named, url },
      ...sealHeaders(id, headers),
      ...columnsOf(id, reading),
    })
    const row = await requireConnector(tx, projectId, id)
    await learnItems(tx, row, reading)
    return serializeConnector(row)
  })
}

/** The state after a first reading of a source. */
function columnsOf(id: string, reading: Reading) {
  const { kind, path, keyField, fields, etag, lastModified, bodyHash, intervalSeconds } = reading
  const now = new Date()
  return {
    ...{ kind, path, key_field: keyField, fields, etag, last_modified: lastModified, body_hash: bodyHash },
    interval_seconds: intervalSeconds,
    status: 'ok' as const,
    last_error: null,
    failure_count: 0,
    moved_to: null,
    last_checked_at: now,
    last_read_at: now,
    next_check_at: new Date(now.getTime() + nextCheckSeconds(id, intervalSeconds) * 1_000),
  }
}

async function requireRoom(db: Database, projectId: string): Promise<void> {
  if ((await countConnectors(db, projectId)) < connectorsMax) return
  throw conflict(`This project has ${connectorsMax} connectors, the maximum. Delete one you no longer use.`)
}

async function requireConnector(db: Database, projectId: string, id: string): Promise<ConnectorRow> {
  const row = await findConnector(db, projectId, id)
  if (!row) throw notFound('connector')
  return row
}

export async function edit(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.editConnector>,
): Promise<AnswerOf<typeof contracts.editConnector>> {
  const { projectId } = await accessOwned(context, 'connectors', id, 'automations:write')
  const { db, now } = context
  const before = await requireConnector(db, projectId, id)
  const settings = changedSettings(before, input)
  const reading = settings === null ? null : await readInTurn(projectId, () => readChanged(settings, now))
  return transaction(db, async (tx) => {
    if (!(await lockConnector(tx, projectId, id))) throw notFound('connector')
    await updateConnector(tx, projectId, id, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(settings && reading
        ? { url: settings.url, ...sealHeaders(id, settings.headers), ...columnsOf(id, reading) }
        : {}),
    })
    if (reading) await learnItems(tx, before, reading)
    return serializeConnector(await requireConnector(tx, projectId, id))
  })
}

type Edit = Omit<InputOf<typeof contracts.editConnector>, 'id'>

/** Null if the source stays the same. */
function changedSettings(before: ConnectorRow, input: Edit): SourceSettings | null {
  const { url = before.url, kind = before.kind } = input
  const isElsewhere = new URL(url).origin !== new URL(before.url).origin
  const isOtherSource = url !== before.url || kind !== before.kind
  if (!isOtherSource && input.path === undefined && input.key_field === undefined && input.headers === undefined)
    return null
  return {
    kind,
    url,
    // Headers may hold a credential of the old host, and the new one may belong to somebody else.
    headers: input.headers === undefined ? (isElsewhere ? {} : storedHeaders(before)) : (input.headers ?? {}),
    path: input.path === undefined ? (kind === before.kind ? before.path : null) : input.path,
    keyField: input.key_field === undefined ? (isOtherSource ? null : before.key_field) : input.key_field,
    knownFields: isOtherSource ? [] : before.fields,
    isKeyFixed: !isOtherSource && input.key_field === undefined,
  }
}

function storedHeaders(row: ConnectorRow): Record<string, string> {
  try {
    return openHeaders(row)
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error
    throw invalid('headers', 'The stored headers cannot be decrypted. Enter them again.')
  }
}

async function readChanged(settings: SourceSettings, now: Date): Promise<Reading> {
  try {
    return await readNew(settings, now)
  } catch (error) {
    if (error instanceof SourceError) throw invalid('url', error.message, 'source_failed')
    throw error
  }
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteConnector>,
): Promise<AnswerOf<typeof contracts.deleteConnector>> {
  const { projectId } = await accessOwned(context, 'connectors', id, 'automations:write')
  if (!(await deleteConnectorRow(context.db, projectId, id))) throw notFound('connector')
  return { ok: true }
}

export async function checkNow(
  context: Context,
  { id }: InputOf<typeof contracts.checkConnector>,
): Promise<AnswerOf<typeof contracts.checkConnector>> {
  const { projectId } = await accessOwned(context, 'connectors', id, 'automations:write')
  const new_items = await readInTurn(projectId, async () => {
    const row = await claimNow(context.db, projectId, id)
    if (!row) throw notFound('connector')
    return check(context.db, row)
  })
  return { connector: serializeConnector(await requireConnector(context.db, projectId, id)), new_items }
}

export async function items(
  context: Context,
  { id, limit, cursor }: InputOf<typeof contracts.listConnectorItems>,
): Promise<AnswerOf<typeof contracts.listConnectorItems>> {
  const { projectId } = await accessOwned(context, 'connectors', id, 'connectors:read')
  const rows = await listItems(context.db, projectId, id, { limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('connector_items', rows, limit)
  return { items: page.map(serializeItem), next_cursor }
}
