import { accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type * as contracts from '@/lib/projects/contract'
import { deleteProjectIn } from './delete-project'

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteProject>,
): Promise<AnswerOf<typeof contracts.deleteProject>> {
  const access = await accessProject(context, id, 'projects:read')
  requireRole(context, access, 'owner')
  await transaction(context.db, (tx) => deleteProjectIn(tx, access.projectId))
  return { ok: true }
}
