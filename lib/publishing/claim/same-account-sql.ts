import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether two started rows post to the same account of a network. Connections and projects are not compared: one
 * account can be connected to several, and the network lists the posts of all of them.
 */
export const sameAccount = (one: string, other: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${one}.channel`)} = ${sql.ref(`${other}.channel`)}
    and ${sql.ref(`${one}.progress`)} ->> 'account' = ${sql.ref(`${other}.progress`)} ->> 'account')`
