import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Keys = { ENCRYPTION_KEY: string; NEXTAUTH_SECRET: string }

/**
 * The embedded default's own keys: made at the first start, kept beside the data that they protect, readable by the
 * owner alone. What the environment gives wins.
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
      // Another process made it in the same moment; its keys are the ones.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  chmodSync(file, 0o600)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Keys
  process.env.ENCRYPTION_KEY ||= kept.ENCRYPTION_KEY
  process.env.NEXTAUTH_SECRET ||= kept.NEXTAUTH_SECRET
  return kept
}
