import { createHash } from 'node:crypto'
import { BadEnvironment, env } from '@/lib/env'

/** An AES-256 key and the id that rows store. */
export type SealingKey = { id: string; bytes: Buffer }

const keyBytes = 32

/**
 * Parses `ENCRYPTION_KEY`: keys separated by commas, each plain or as `name:key`, in hex or base64. The first one
 * encrypts, all decrypt. To replace a key, put a new one first.
 *
 * @throws BadEnvironment if an entry is not a 32-byte key or two have the same name
 */
export function parseSealingKeys(value: string): SealingKey[] {
  const keys = value.split(',').map((entry, index) => parseEntry(entry.trim(), index + 1))
  const ids = new Set(keys.map(({ id }) => id))
  if (ids.size < keys.length)
    throw new BadEnvironment('ENCRYPTION_KEY has two keys with the same name. Use unique names.')
  return keys
}

function parseEntry(entry: string, place: number): SealingKey {
  const [, name, encoded = ''] = /^(?:([\w-]{1,64}):)?(.*)$/s.exec(entry) ?? []
  const bytes = decodeKey(encoded)
  if (bytes?.length !== keyBytes) {
    // The message omits the value, which may be almost the right key.
    const what = name ? `key “${name}”` : `key number ${place}`
    const length = bytes ? `${bytes.length} bytes` : 'neither hex nor base64'
    throw new BadEnvironment(
      `ENCRYPTION_KEY: ${what} is ${length}, but must be 32 bytes. Create one: openssl rand -base64 32`,
    )
  }
  return { id: name ?? derivedId(bytes), bytes }
}

/** 64 hex digits are also valid base64 (of 48 bytes), so hex is tried first. */
function decodeKey(encoded: string): Buffer | null {
  if (/^([0-9a-f]{2})+$/i.test(encoded)) return Buffer.from(encoded, 'hex')
  if (/^[\w+/-]+={0,2}$/.test(encoded)) return Buffer.from(encoded, 'base64')
  return null
}

/** The id of an unnamed key is its hash, so it does not depend on the position. */
const derivedId = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

let parsed: { value: string; keys: SealingKey[] } | undefined

/** Keys of this process. The first one encrypts. */
export function sealingKeys(): SealingKey[] {
  const value = env().ENCRYPTION_KEY
  if (!value) throw new BadEnvironment('ENCRYPTION_KEY is not set, so credentials cannot be stored. See .env.example.')
  if (parsed?.value !== value) parsed = { value, keys: parseSealingKeys(value) }
  return parsed.keys
}
