import { RawNode, type RootOperationNode, TableNode } from 'kysely'
import { connect, type Database } from '@/lib/db/pool'
import { env } from '@/lib/env'

type Step = { kind: 'InsertQueryNode' | 'UpdateQueryNode'; table: string }

/** Runs `work` as a process that dies at its first insert or update of a table: the open transaction is rolled back. */
export async function dyingAt<T>(step: Step, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connect(env().DATABASE_URL ?? '', 1)
  const failing = db.withPlugin({
    transformQuery({ node }) {
      if (isStep(node, step)) throw new Error('The process died.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  try {
    return await work(failing)
  } finally {
    await close()
  }
}

const isStep = (node: RootOperationNode, { kind, table }: Step): boolean =>
  RawNode.is(node)
    ? node.sqlFragments.join('').includes(`${kind === 'InsertQueryNode' ? 'insert into' : 'update'} ${table} `)
    : node.kind === kind && tableOf(node) === table

function tableOf(node: RootOperationNode): string | undefined {
  const table = node.kind === 'InsertQueryNode' ? node.into : node.kind === 'UpdateQueryNode' ? node.table : undefined
  return table && TableNode.is(table) ? table.table.identifier.name : undefined
}
