import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shorter ones would be found in words that have nothing to do with them. */
const startLength = 8

function secretsIn(text: string, byStart: Map<string, string[]>): Set<string> {
  const found = new Set<string>()
  for (let at = 0; at + startLength <= text.length; at++) {
    for (const secret of byStart.get(text.slice(at, at + startLength)) ?? [])
      if (text.startsWith(secret, at)) found.add(secret)
  }
  return found
}

/**
 * Which credentials that a test run made (`secrets.txt` of its folder) stand in its logs or in an answer. They are
 * looked up by how they begin: searched for one by one, thousands of them in all those logs took most of a minute.
 */
export function findLeaks(folder: string): { searched: number; leaks: string[] } {
  const list = join(folder, 'secrets.txt')
  const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []
  const secrets = [...new Set(lines)].filter((secret) => secret.length >= startLength)
  const byStart = new Map<string, string[]>()
  for (const secret of secrets) {
    const start = secret.slice(0, startLength)
    byStart.set(start, [...(byStart.get(start) ?? []), secret])
  }
  // The sandbox plays the networks, which may well name what they gave.
  const logs = readdirSync(join(folder, 'logs')).filter((name) => !name.startsWith('sandbox'))
  const leaks = logs.flatMap((name) =>
    [...secretsIn(readFileSync(join(folder, 'logs', name), 'utf8'), byStart)].map(
      (secret) => `${name} has the credential ${secret.slice(0, 6)}…`,
    ),
  )
  return { searched: secrets.length, leaks }
}
