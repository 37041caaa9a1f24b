import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { Purpose } from './purposes'

/** Texts and embeddings have separate budgets, so that embedding a corpus does not stop people from writing. */
export type BudgetKind = 'text' | 'embedding'

/** Counts a call of the current clock hour. @returns seconds until the next hour if the budget is used up, else null */
export async function countAgainstBudget(
  db: Database,
  projectId: string,
  kind: BudgetKind,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql`
    insert into ai_budgets as b (project_id, kind, hour, calls)
    values (${projectId}, ${kind}, date_trunc('hour', now()), 1)
    on conflict (project_id, kind) do update set
      calls = case when b.hour >= excluded.hour then b.calls else 0 end + 1,
      hour = greatest(b.hour, excluded.hour)
    where b.hour < excluded.hour or b.calls < ${limit}::int
    returning 1`.execute(db)
  if (rows.length > 0) return null
  const left = await sql<{ seconds: number }>`
    select extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now())::float8 as seconds`.execute(db)
  return Math.max(1, Math.ceil(left.rows[0]?.seconds ?? 1))
}

export type UsedCall = {
  purpose: Purpose
  model: string
  isFailed: boolean
  inputTokens: number
  outputTokens: number
}

/** Adds a call to the usage of the day (UTC). */
export async function addUsage(db: Database, projectId: string, used: UsedCall): Promise<void> {
  const { purpose, model, isFailed, inputTokens, outputTokens } = used
  await sql`
    insert into ai_usage as u (project_id, day, purpose, model, calls, failed_calls, input_tokens, output_tokens)
    values (${projectId}, (now() at time zone 'UTC')::date, ${purpose}, ${model}, 1, ${isFailed ? 1 : 0}::int,
            ${inputTokens}::bigint, ${outputTokens}::bigint)
    on conflict (project_id, day, purpose, model) do update set
      calls = u.calls + 1,
      failed_calls = u.failed_calls + excluded.failed_calls,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens`.execute(db)
}

const retentionDays = 400

export async function deleteOldUsage(db: Database): Promise<void> {
  await sql`delete from ai_usage where day < current_date - ${retentionDays}::int`.execute(db)
}
