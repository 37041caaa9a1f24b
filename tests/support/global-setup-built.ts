import { ensureBuilt } from '@/scripts/support/build'
import { databaseKind, madeOnce } from './product'

/** For files that start everything of their own side by side: what all of them need is made once, before them. */
export default async function prepare(): Promise<void> {
  await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  if (databaseKind() === 'pglite') await madeOnce()
}
