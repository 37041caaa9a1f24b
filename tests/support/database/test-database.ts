import { startEmbedded } from './embedded'
import { createPostgresDatabase, type DatabaseServer, type Served, startPostgres, startSharedCluster } from './postgres'

/** Which database this run is on. */
export const databaseKind = (): 'pglite' | 'postgres' =>
  process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

/** A migrated database on a separate server, for tests that crash it or fill its disk. */
export const startDatabase = (kind = databaseKind()): Promise<DatabaseServer> =>
  kind === 'postgres' ? startPostgres() : startEmbedded()

/** A migrated database. On PostgreSQL it shares the cluster of the run. */
export async function createDatabase(): Promise<Served> {
  if (databaseKind() === 'pglite') return startEmbedded()
  const clusterUrl = process.env.TEST_POSTGRES_URL
  if (!clusterUrl) throw new Error('TEST_POSTGRES_URL is not set: call shareCluster in the global setup.')
  return createPostgresDatabase(clusterUrl)
}

/**
 * Starts the cluster that `createDatabase` uses, unless a parent process has done so. It is named in the environment,
 * which test workers inherit.
 */
export async function shareCluster(): Promise<() => Promise<void>> {
  if (databaseKind() === 'pglite' || process.env.TEST_POSTGRES_URL) return async () => {}
  const cluster = await startSharedCluster()
  process.env.TEST_POSTGRES_URL = cluster.url
  return cluster.stop
}
