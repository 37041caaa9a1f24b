import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Scope } from '@/lib/auth/scopes'
import { transaction } from '@/lib/db/pool'
import { conflict, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import type * as contracts from './contract'
import { withoutNulls } from './filter'
import type { Owner, SavedSearchRow } from './repository'
import * as repository from './repository'
import { serializeSearch } from './serializer'

/** Saved searches of one user in one project. */
const searchesMax = 100

export async function list(
  context: Context,
  { id, limit, cursor }: InputOf<typeof contracts.listSavedSearches>,
): Promise<AnswerOf<typeof contracts.listSavedSearches>> {
  const owner = await ownerIn(context, id, 'stories:read')
  const rows = await repository.listSearches(context.db, owner, { limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('saved_searches', rows, limit)
  return { saved_searches: page.map(serializeSearch), next_cursor }
}

export async function create(
  context: Context,
  { id, name, filter, view }: InputOf<typeof contracts.createSavedSearch>,
): Promise<contracts.SavedSearch> {
  const owner = await ownerIn(context, id, 'stories:write')
  return transaction(context.db, async (tx) => {
    // Also locks the user's row, so that the check of the name holds.
    if ((await repository.countSearches(tx, owner)) >= searchesMax)
      throw conflict(`You have ${searchesMax} saved searches in this project, the maximum. Delete one first.`)
    if (await repository.isNameTaken(tx, owner, name, null)) throw nameTaken(name)
    const values = { name, filter: withoutNulls(filter), view: view ?? null }
    return serializeSearch(await repository.insertSearch(tx, owner, newId(), values))
  })
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getSavedSearch>,
): Promise<contracts.SavedSearch> {
  return serializeSearch(await findOwnSearch(context, id, 'stories:read'))
}

export async function update(
  context: Context,
  { id, filter, ...changes }: InputOf<typeof contracts.updateSavedSearch>,
): Promise<contracts.SavedSearch> {
  const owner = await ownerOf(context, id, 'stories:write')
  return transaction(context.db, async (tx) => {
    await repository.countSearches(tx, owner)
    if (changes.name !== undefined && (await repository.isNameTaken(tx, owner, changes.name, id)))
      throw nameTaken(changes.name)
    const values = { ...changes, ...(filter ? { filter: withoutNulls(filter) } : {}) }
    const row = await repository.updateSearch(tx, owner, id, values)
    if (!row) throw notFound('saved search')
    return serializeSearch(row)
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteSavedSearch>,
): Promise<{ ok: true }> {
  const owner = await ownerOf(context, id, 'stories:write')
  if (!(await repository.deleteSearch(context.db, owner, id))) throw notFound('saved search')
  return { ok: true }
}

/** The caller's own saved search. Those of others get the same error as missing ones. */
export async function findOwnSearch(
  context: Context,
  id: string,
  scope: Scope,
  projectId?: string | undefined,
): Promise<SavedSearchRow> {
  const owner = await ownerOf(context, id, scope)
  const row = await repository.findSearch(context.db, owner, id)
  if (!row || (projectId !== undefined && row.project_id !== projectId)) throw notFound('saved search')
  return row
}

async function ownerIn(context: Context, projectId: string, scope: Scope): Promise<Owner> {
  const access = await accessProject(context, projectId, scope)
  return { projectId: access.projectId, userId: context.principal.userId }
}

async function ownerOf(context: Context, id: string, scope: Scope): Promise<Owner> {
  const projectId = await repository.projectOfSearch(context.db, context.principal.userId, id)
  if (projectId === undefined) throw notFound('saved search')
  const access = await accessOwned(context, 'saved_searches', id, scope)
  return { projectId: access.projectId, userId: context.principal.userId }
}

const nameTaken = (name: string) => conflict(`You already have a saved search named “${name}”. Choose another name.`)
