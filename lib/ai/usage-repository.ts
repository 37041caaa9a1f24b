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

/** Calls of the current hour. */
export async function readBudget(
  db: Database,
  projectId: string,
): Promise<{ text_calls: number; embedding_calls: number; resets_at: string }> {
  const { rows } = await sql<{ text_calls: number; embedding_calls: number; resets_at: Date }>`
    select
      coalesce(sum(calls) filter (where kind = 'text'), 0)::int as text_calls,
      coalesce(sum(calls) filter (where kind = 'embedding'), 0)::int as embedding_calls,
      date_trunc('hour', now()) + interval '1 hour' as resets_at
    from ai_budgets where project_id = ${projectId} and hour = date_trunc('hour', now())`.execute(db)
  const row = rows[0]
  return {
    text_calls: row?.text_calls ?? 0,
    embedding_calls: row?.embedding_calls ?? 0,
    resets_at: (row?.resets_at ?? new Date()).toISOString(),
  }
}

type UsageOfMonth = {
  since: string
  items: {
    purpose: string
    model: string
    calls: number
    failed_calls: number
    input_tokens: number
    output_tokens: number
  }[]
}

/** Usage of the current month (UTC) by purpose and model, most calls first. */
export async function usageOfMonth(db: Database, projectId: string): Promise<UsageOfMonth> {
  const { rows } = await sql<UsageOfMonth>`
    with month as (select date_trunc('month', now() at time zone 'UTC')::date as since), used as (
      select purpose, model, sum(calls)::int as calls, sum(failed_calls)::int as failed_calls,
        sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens
      from ai_usage, month where project_id = ${projectId} and day >= since group by purpose, model
    )
    select to_char(since, 'YYYY-MM-DD') as since,
      coalesce((select jsonb_agg(to_jsonb(used) order by calls desc, purpose, model) from used), '[]') as items
    from month`.execute(db)
  return rows[0] as UsageOfMonth
}

const retentionDays = 400

export async function deleteOldUsage(db: Database): Promise<void> {
  await sql`delete from ai_usage where day < current_date - ${retentionDays}::int`.execute(db)
}
