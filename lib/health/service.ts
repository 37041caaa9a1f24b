import type { z } from 'zod'
import type { Context } from '@/lib/access/context'
import type { AnswerOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { appUrl, env, usesInngest } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { isMailConfigured } from '@/lib/mail/configured'
import type * as contracts from './contract'
import { findLastCheck } from './repository'

export type WorkerHealth = z.output<typeof contracts.WorkerHealth> & { is_silent: boolean; advice: string }

/** What to do to get posts published, depending on the type of worker. */
const advice = (): string =>
  usesInngest()
    ? `Sync the app at ${appUrl()}/api/inngest with Inngest and check its runs of publish-due.`
    : 'Start a worker: npm run worker.'

/** Whether workers check for due posts. Also used by the dashboard's banner. */
export async function workerHealth(db: Database): Promise<WorkerHealth> {
  const check = await findLastCheck(db)
  if (!check) return { last_looked_at: null, silent_seconds: null, is_silent: true, advice: advice() }
  const silent_seconds = Math.max(0, Math.round(check.silent_seconds * 10) / 10)
  return {
    last_looked_at: check.last_looked_at.toISOString(),
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

/** Not reached if the database is unavailable: the API layer has returned 503 by then. */
export async function readiness({ db }: Context): Promise<AnswerOf<typeof contracts.getReadiness>> {
  const { is_silent, advice, ...worker } = await workerHealth(db)
  if (!is_silent) return { ok: true, database: 'ok', worker, mail: isMailConfigured() ? 'on' : 'off' }
  const by = usesInngest() ? 'Inngest' : 'a worker'
  const since =
    worker.silent_seconds === null
      ? `${by} has never checked for due posts`
      : `${by} last checked for due posts ${worker.silent_seconds} s ago`
  const message = `The database is available, but ${since}, so nothing is published. ${advice}`
  throw new AppError('unavailable', message, { database: 'ok', worker, advice })
}
