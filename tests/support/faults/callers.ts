import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { mintToken } from '@/lib/tokens/mint'

/** Gives this process the environment of the product's processes. */
export function useEnvironment(env: Record<string, string>): void {
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
}

export type Caller = { userId: string; projectId: string; token: string }

export async function aCaller(name: string): Promise<Caller> {
  const db = database()
  const userId = await ensureUser(db, { email: `${name}@example.com` })
  const projectId = await ensureProject(db, { userId, name })
  const { token } = await mintToken(db, { userId, projectId, name, scopes })
  return { userId, projectId, token }
}
