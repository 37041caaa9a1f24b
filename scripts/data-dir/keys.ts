import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Keys = { ENCRYPTION_KEY: string; NEXTAUTH_SECRET: string }

/**
 * Sets ENCRYPTION_KEY and NEXTAUTH_SECRET from a file in the data folder, unless the environment has them. The first
 * start creates the file, readable only by its owner.
 */
export function ensureKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const keys: Keys = {
      ENCRYPTION_KEY: `k1:${randomBytes(32).toString('base64')}`,
      NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    }
    try {
      writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      // Another process created it at the same moment; use its keys.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  chmodSync(file, 0o600)
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Keys
  process.env.ENCRYPTION_KEY ||= stored.ENCRYPTION_KEY
  process.env.NEXTAUTH_SECRET ||= stored.NEXTAUTH_SECRET
  return stored
}
