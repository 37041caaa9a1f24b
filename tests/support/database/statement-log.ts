import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { closeDatabase } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { env } from '@/lib/env'

type Statement = { sql: string; parameters: readonly unknown[] }

type Watched = {
  /** The statements since the last call. */
  take(): Statement[]
  /**
   * The most rows that one step of a query's plan generates without reading a table, such as `generate_series`. 0 for
   * writes, which are not executed again here. Rows of tables are not counted: other tests insert them too.
   */
  rowsMade(statement: Statement): Promise<number>
}

/** Replaces this process's pool with one that records every statement. `closeDatabase` restores it. */
export async function watchDatabase(): Promise<Watched> {
  await closeDatabase()
  let noted: Statement[] = []
  const pool = new pg.Pool({ connectionString: env().DATABASE_URL, max: 5 })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void noted.push({ sql: query.sql, parameters: query.parameters }),
  })
  Object.assign(globalThis, { storycastDatabase: { db, close: () => db.destroy() } })
  return {
    take() {
      const taken = noted
      noted = []
      return taken
    },
    async rowsMade({ sql: text, parameters }) {
      if (!/^\s*(select|with)\b/i.test(text) || /\b(insert|update|delete)\b/i.test(text)) return 0
      const explain = `explain (analyze, format json) ${text}`
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, [...parameters])
      const [plan] = rows[0]?.['QUERY PLAN'] ?? []
      return plan ? busiest(plan.Plan) : 0
    },
  }
}

type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Relation Name'?: string; Plans?: Plan[] }

const busiest = (plan: Plan): number => {
  const { 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] } = plan
  return Math.max(readsTable(plan) ? 0 : rows * loops, ...Plans.map(busiest))
}

const readsTable = ({ 'Relation Name': relation, Plans = [] }: Plan): boolean =>
  relation !== undefined || Plans.some(readsTable)
