import { type RawBuilder, sql } from 'kysely'

/**
 * Whether two begun rows post to one account of a network. Not whether they belong to one connection or project: an
 * account may be connected to several, and what the network lists of it are the posts of all.
 */
export const sameAccount = (one: string, other: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${one}.channel`)} = ${sql.ref(`${other}.channel`)}
    and ${sql.ref(`${one}.progress`)} ->> 'account' = ${sql.ref(`${other}.progress`)} ->> 'account')`
