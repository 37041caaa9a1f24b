import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import { conflict, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import type * as contracts from './contract'
import {
  countHashtagSets,
  deleteHashtagSetRow,
  findHashtagSetNamed,
  insertHashtagSet,
  listHashtagSetRows,
  updateHashtagSetRow,
} from './repository'
import { serializeHashtagSet } from './serializer'

const setsMax = 100

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listHashtagSets>,
): Promise<AnswerOf<typeof contracts.listHashtagSets>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const rows = await listHashtagSetRows(context.db, projectId, {
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  })
  const { page, next_cursor } = cutPage('hashtag_sets', rows, input.limit)
  return { hashtag_sets: page.map(serializeHashtagSet), next_cursor }
}

export async function create(
  context: Context,
  { project_id, name, tags }: InputOf<typeof contracts.createHashtagSet>,
): Promise<AnswerOf<typeof contracts.createHashtagSet>> {
  const { projectId } = await accessProject(context, project_id, 'stories:write')
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    if ((await countHashtagSets(tx, projectId)) >= setsMax) {
      throw conflict(`This project has ${setsMax} hashtag sets, the maximum. Delete one you no longer use.`)
    }
    if (await findHashtagSetNamed(tx, projectId, name)) throw nameTaken(name)
    return serializeHashtagSet(
      await insertHashtagSet(tx, { id: newId(), project_id: projectId, name, tags: tidyTags(tags) }),
    )
  })
}

export async function update(
  context: Context,
  { id, name, tags }: InputOf<typeof contracts.updateHashtagSet>,
): Promise<AnswerOf<typeof contracts.updateHashtagSet>> {
  const { projectId } = await accessOwned(context, 'hashtag_sets', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    const namesake = name === undefined ? undefined : await findHashtagSetNamed(tx, projectId, name)
    if (name !== undefined && namesake !== undefined && namesake !== id) throw nameTaken(name)
    const changed = await updateHashtagSetRow(tx, projectId, id, {
      ...(name === undefined ? {} : { name }),
      ...(tags === undefined ? {} : { tags: tidyTags(tags) }),
    })
    if (!changed) throw notFound('hashtag_set')
    return serializeHashtagSet(changed)
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteHashtagSet>,
): Promise<AnswerOf<typeof contracts.deleteHashtagSet>> {
  const { projectId } = await accessOwned(context, 'hashtag_sets', id, 'stories:write')
  if (!(await deleteHashtagSetRow(context.db, projectId, id))) throw notFound('hashtag_set')
  return { ok: true }
}

const nameTaken = (name: string) => conflict(`A hashtag set named “${name}” already exists. Use another name.`)

/** Each with `#`, once. Networks ignore the case of hashtags. */
function tidyTags(tags: readonly string[]): string[] {
  const written = tags.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`))
  const isFirst = (tag: string, index: number): boolean =>
    written.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index
  return written.filter(isFirst)
}
