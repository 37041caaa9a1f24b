import { createHash } from 'node:crypto'
import { BadEnvironment, env } from '@/lib/env'

/** An AES-256 key and the name under which rows remember it. */
export type SealingKey = { id: string; bytes: Buffer }

const keyBytes = 32

/**
 * Reads `ENCRYPTION_KEY`: keys separated by commas, each bare or as `name:key`, in hex or base64. The first one seals,
 * every one opens, so that a key is replaced by putting a new one in front.
 *
 * @throws BadEnvironment when an entry is no 32-byte key or two have one name
 */
export function parseSealingKeys(value: string): SealingKey[] {
  const keys = value.split(',').map((entry, index) => parseEntry(entry.trim(), index + 1))
  const ids = new Set(keys.map(({ id }) => id))
  if (ids.size < keys.length) throw new BadEnvironment('ENCRYPTION_KEY names two keys alike. Give each its own name.')
  return keys
}

function parseEntry(entry: string, place: number): SealingKey {
  const [, name, encoded = ''] = /^(?:([\w-]{1,64}):)?(.*)$/s.exec(entry) ?? []
  const bytes = decodeKey(encoded)
  if (bytes?.length !== keyBytes) {
    // The value itself stays out of the message: it may be nearly the right key.
    const what = name ? `key “${name}”` : `key number ${place}`
    const length = bytes ? `${bytes.length} bytes` : 'neither hex nor base64'
    throw new BadEnvironment(
      `ENCRYPTION_KEY: ${what} is ${length}, but must be 32 bytes. Make one: openssl rand -base64 32`,
    )
  }
  return { id: name ?? derivedId(bytes), bytes }
}

/** 64 hex digits are base64 as well (of 48 bytes), so hex is tried first. */
function decodeKey(encoded: string): Buffer | null {
  if (/^([0-9a-f]{2})+$/i.test(encoded)) return Buffer.from(encoded, 'hex')
  if (/^[\w+/-]+={0,2}$/.test(encoded)) return Buffer.from(encoded, 'base64')
  return null
}

/** A bare key is named by its hash, so that it keeps its name when another one is put in front. */
const derivedId = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

let parsed: { value: string; keys: SealingKey[] } | undefined

/** The keys of this process, sealing key first. */
export function sealingKeys(): SealingKey[] {
  const value = env().ENCRYPTION_KEY
  if (!value) throw new BadEnvironment('ENCRYPTION_KEY is not set, so no credentials can be kept. See .env.example.')
  if (parsed?.value !== value) parsed = { value, keys: parseSealingKeys(value) }
  return parsed.keys
}
