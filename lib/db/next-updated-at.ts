import { type RawBuilder, sql } from 'kysely'

/** Grows with every change, even within a millisecond: clients compare it to detect newer versions. */
export const nextUpdatedAt = (column = 'updated_at'): RawBuilder<Date> =>
  sql<Date>`greatest(now(), ${sql.ref(column)} + interval '1 millisecond')`
