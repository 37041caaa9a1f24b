import { sql } from 'kysely'

/**
 * Of what is still to go out of a story, nothing is approved: its time may come and go, and it stays. For a query that
 * reads from `stories`, under the name given. Rows that wait for nobody are the rule, so the rarer kind is asked for first.
 */
export const waitsForApproval = (stories: 's' | 'stories') => {
  const rowsThatAre = (status: 'pending' | 'approved') => sql`
    select 1 from queue_items q
    where q.story_id = ${sql.ref(`${stories}.id`)} and q.project_id = ${sql.ref(`${stories}.project_id`)}
      and q.status = ${sql.lit(status)}`
  return sql<boolean>`(${sql.ref(`${stories}.status`)} = 'scheduled'
    and exists (${rowsThatAre('pending')}) and not exists (${rowsThatAre('approved')}))`
}
