import type { z } from 'zod'
import type { Context } from '@/lib/api/context'
import type { AnswerOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { appUrl, env, usesInngest } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { isMailConfigured } from '@/lib/mail/configured'
import type * as contracts from './contract'
import { findLastLook } from './repository'

export type WorkerHealth = z.output<typeof contracts.WorkerHealth> & { is_silent: boolean; advice: string }

/** How to get posts published again, for the way in which this deployment does its background work. */
const advice = (): string =>
  usesInngest()
    ? `Sync the app at ${appUrl()}/api/inngest with Inngest and check its runs of publish-due.`
    : 'Start a worker: npm run worker.'

/** Whether posts go out: a worker that does not look for them is as bad as none. The dashboard's banner asks it too. */
export async function workerHealth(db: Database): Promise<WorkerHealth> {
  const look = await findLastLook(db)
  if (!look) return { last_looked_at: null, silent_seconds: null, is_silent: true, advice: advice() }
  const silent_seconds = Math.max(0, Math.round(look.silent_seconds * 10) / 10)
  return {
    last_looked_at: look.last_looked_at.toISOString(),
    silent_seconds,
    is_silent: silent_seconds > env().WORKER_SILENT_SECONDS,
    advice: advice(),
  }
}

export async function health({ principal, now }: Context): Promise<AnswerOf<typeof contracts.getHealth>> {
  const isToken = principal.kind === 'token'
  return {
    ok: true,
    user_id: principal.userId,
    project_id: isToken ? (principal.project?.id ?? null) : null,
    scopes: isToken ? [...principal.scopes] : [],
    server_time: now.toISOString(),
  }
}

/** When the database is away this is never reached: the edge has answered 503 by then. */
export async function readiness({ db }: Context): Promise<AnswerOf<typeof contracts.getReadiness>> {
  const { is_silent, advice, ...worker } = await workerHealth(db)
  if (!is_silent) return { ok: true, database: 'ok', worker, mail: isMailConfigured() ? 'on' : 'off' }
  const by = usesInngest() ? 'Inngest' : 'a worker'
  const since =
    worker.silent_seconds === null
      ? `${by} has never looked for due posts`
      : `${by} last looked for due posts ${worker.silent_seconds} s ago`
  const message = `The database is up, but ${since}, so nothing is published. ${advice}`
  throw new AppError('unavailable', message, { database: 'ok', worker, advice })
}
