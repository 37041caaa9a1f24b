import { sql } from 'kysely'
import { accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import { conflict } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { recordChange } from '@/lib/project-activity/record'
import type * as contracts from './pause-contract'
import type { ProjectPause } from './pause-contract'

type PauseRow = { paused_at: Date; paused_by: string | null; name: string | null; reason: string | null }

/** The current pause. */
export async function findPause(db: Database, projectId: string): Promise<PauseRow | undefined> {
  return db
    .selectFrom('project_pauses')
    .leftJoin('users', 'users.id', 'project_pauses.paused_by')
    .select(['paused_at', 'paused_by', 'users.name', 'reason'])
    .where('project_id', '=', projectId)
    .where('resumed_at', 'is', null)
    .executeTakeFirst()
}

const serializePause = ({ paused_at, paused_by, name, reason }: PauseRow): ProjectPause => ({
  paused_at: paused_at.toISOString(),
  paused_by: paused_by && name !== null ? { id: paused_by, name } : null,
  reason,
})

export async function getPause(
  context: Context,
  { id }: InputOf<typeof contracts.getPause>,
): Promise<AnswerOf<typeof contracts.getPause>> {
  const { projectId } = await accessProject(context, id, 'projects:read')
  const pause = await findPause(context.db, projectId)
  return { pause: pause ? serializePause(pause) : null }
}

/** After the commit, no new post of the project starts. */
export async function pauseProject(
  context: Context,
  { id, reason }: InputOf<typeof contracts.pauseProject>,
): Promise<AnswerOf<typeof contracts.pauseProject>> {
  const access = await accessProject(context, id, 'stories:publish')
  requireRole(context, access, 'admin')
  const { db, principal } = context
  await transaction(db, async (tx) => {
    const { rows } = await sql`
      insert into project_pauses (id, project_id, paused_by, reason)
      values (${newId()}, ${access.projectId}, ${principal.userId}, ${reason ?? null})
      on conflict (project_id) where resumed_at is null do nothing
      returning id`.execute(tx)
    if (rows.length === 0) throw conflict('This project is already paused.')
    await recordChange(tx, access.projectId, principal, { kind: 'paused', detail: {} })
  })
  const pause = await findPause(db, access.projectId)
  if (!pause) throw conflict('This project was resumed at the same time.')
  return { ok: true, pause: serializePause(pause) }
}

/**
 * Ends the current pause, in the transaction that settles missed posts. Of two concurrent resumes the second waits
 * here and finds no pause.
 */
export async function endPause(
  tx: Database,
  projectId: string,
  userId: string,
): Promise<{ pausedAt: Date; now: Date }> {
  const { rows } = await sql<{ paused_at: Date; now: Date }>`
    update project_pauses set resumed_at = now(), resumed_by = ${userId}
    where project_id = ${projectId} and resumed_at is null
    returning paused_at, now() as now`.execute(tx)
  const [ended] = rows
  if (!ended) throw notPaused()
  return { pausedAt: ended.paused_at, now: ended.now }
}

export const notPaused = () => conflict('This project is not paused.')
