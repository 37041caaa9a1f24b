import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shorter credentials would match unrelated text. */
const prefixLength = 8

function secretsIn(text: string, byPrefix: Map<string, string[]>): Set<string> {
  const found = new Set<string>()
  for (let at = 0; at + prefixLength <= text.length; at++) {
    for (const secret of byPrefix.get(text.slice(at, at + prefixLength)) ?? [])
      if (text.startsWith(secret, at)) found.add(secret)
  }
  return found
}

/**
 * Finds credentials of a test run (`secrets.txt` in its folder) in its logs and responses. Searches by prefix: searching
 * for thousands of credentials one by one took most of a minute.
 */
export function findLeaks(folder: string): { searched: number; leaks: string[] } {
  const list = join(folder, 'secrets.txt')
  const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []
  const secrets = [...new Set(lines)].filter((secret) => secret.length >= prefixLength)
  const byPrefix = new Map<string, string[]>()
  for (const secret of secrets) {
    const prefix = secret.slice(0, prefixLength)
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), secret])
  }
  // The sandbox acts as the networks, which issued these credentials.
  const logs = readdirSync(join(folder, 'logs')).filter((name) => !name.startsWith('sandbox'))
  const leaks = logs.flatMap((name) =>
    [...secretsIn(readFileSync(join(folder, 'logs', name), 'utf8'), byPrefix)].map(
      (secret) => `${name} contains the credential ${secret.slice(0, 6)}…`,
    ),
  )
  return { searched: secrets.length, leaks }
}
