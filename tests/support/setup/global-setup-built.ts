import { ensureBuilt } from '@/scripts/build/ensure-built'
import { embeddedTemplate } from '../database/embedded'
import { databaseKind, shareCluster } from '../database/test-database'

/** For files that start their own servers: prepares the build, the cluster and the database template once. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  if (databaseKind() === 'pglite') await embeddedTemplate()
  return shareCluster()
}
