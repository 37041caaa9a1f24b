import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import type * as contracts from './contract'
import type { Pillar, PillarChange } from './contract'
import { performanceOf } from './performance'
import { planList } from './plan-list'
import { deletePillar, listPillarRows, storePillars } from './repository'
import { serializePillar } from './serializer'

export async function list(
  context: Context,
  { id, include }: InputOf<typeof contracts.listPillars>,
): Promise<AnswerOf<typeof contracts.listPillars>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  if (include) return { pillars: await performanceOf(context.db, projectId, context.now) }
  return { pillars: (await listPillarRows(context.db, projectId)).map(serializePillar) }
}

export async function replace(
  context: Context,
  { id, pillars }: InputOf<typeof contracts.replacePillars>,
): Promise<AnswerOf<typeof contracts.replacePillars>> {
  return { pillars: await change(context, id, pillars, true) }
}

export async function update(
  context: Context,
  { id, pillars }: InputOf<typeof contracts.updatePillars>,
): Promise<AnswerOf<typeof contracts.updatePillars>> {
  return { pillars: await change(context, id, pillars, false) }
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deletePillar>,
): Promise<AnswerOf<typeof contracts.deletePillar>> {
  const { projectId } = await accessOwned(context, 'pillars', id, 'stories:write')
  await transaction(context.db, async (tx) => {
    // A parallel change of the list would store the pillar again.
    await lockProject(tx, projectId)
    await deletePillar(tx, projectId, id)
  })
  return { ok: true }
}

async function change(
  context: Context,
  named: string,
  items: readonly PillarChange[],
  replaces: boolean,
): Promise<Pillar[]> {
  const { projectId } = await accessProject(context, named, 'stories:write')
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    const existing = await listPillarRows(tx, projectId)
    const { pillars, issues } = planList(
      existing.map(({ project_id: _, created_at: __, ...pillar }) => pillar),
      items,
      { replaces, newId },
    )
    if (issues.length > 0) throw validationError(issues)
    await storePillars(tx, projectId, pillars)
    return (await listPillarRows(tx, projectId)).map(serializePillar)
  })
}
