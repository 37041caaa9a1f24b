import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Credentials } from '@/lib/channels/channel'
import { parseSealingKeys } from '@/lib/encryption/keys'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { BadEnvironment, reloadEnv } from '@/lib/env'
import { openCredentials, sealCredentials } from './seal'

const one = Buffer.alloc(32, 1)
const two = Buffer.alloc(32, 2)

function useKeys(value: string): void {
  vi.stubEnv('ENCRYPTION_KEY', value)
  reloadEnv()
}
afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

const all: Credentials[] = [
  { kind: 'bearer', accessToken: 'token-ä', refreshToken: null },
  { kind: 'oauth1', apiKey: 'a', apiSecret: 'b', accessToken: 'c', accessTokenSecret: 'd' },
  { kind: 'ghost', siteUrl: 'https://blog.example', adminApiKey: 'e:f' },
]

const row = (id: string, sealed: { credentials: Buffer; key_id: string }) => ({ id, channel: 'x', ...sealed })

describe('sealing', () => {
  test.each(all)('decrypts what it encrypted: $kind', (credentials) => {
    useKeys(`k1:${one.toString('base64')}`)
    const sealed = sealCredentials('row-1', credentials)
    expect(sealed.key_id).toBe('k1')
    expect(openCredentials(row('row-1', sealed))).toEqual(credentials)
  })

  test('encrypts the same credentials differently each time', () => {
    useKeys(one.toString('hex'))
    const [first] = all as [Credentials]
    expect(sealCredentials('r', first).credentials).not.toEqual(sealCredentials('r', first).credentials)
  })

  test('decrypts with an older key', () => {
    useKeys(`old:${one.toString('hex')}`)
    const [first] = all as [Credentials]
    const sealed = sealCredentials('r', first)
    useKeys(`new:${two.toString('hex')},old:${one.toString('hex')}`)
    expect(openCredentials(row('r', sealed))).toEqual(first)
    expect(sealCredentials('r', first).key_id).toBe('new')
  })

  test('does not decrypt in another row', () => {
    useKeys(`k1:${one.toString('base64')}`)
    const sealed = sealCredentials('row-1', all[0] as Credentials)
    expect(() => openCredentials(row('row-2', sealed))).toThrow(UnreadableCredentials)
  })

  test('does not decrypt after a changed byte or a shortened tag', () => {
    useKeys(`k1:${one.toString('base64')}`)
    const { credentials, key_id } = sealCredentials('r', all[0] as Credentials)
    for (let at = 0; at < credentials.length; at++) {
      const changed = Buffer.from(credentials)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => openCredentials(row('r', { credentials: changed, key_id }))).toThrow(UnreadableCredentials)
    }
    expect(() => openCredentials(row('r', { credentials: credentials.subarray(0, 20), key_id }))).toThrow(
      UnreadableCredentials,
    )
  })

  test('a missing key is reported without the credentials', () => {
    useKeys(`k1:${one.toString('base64')}`)
    const sealed = sealCredentials('r', all[0] as Credentials)
    useKeys(`k2:${two.toString('base64')}`)
    expect(() => openCredentials(row('r', sealed))).toThrow(
      'The credentials of connection r are encrypted with key “k1”, which is not in ENCRYPTION_KEY.',
    )
  })
})

describe('ENCRYPTION_KEY', () => {
  test('accepts hex and base64, with and without a name', () => {
    const keys = parseSealingKeys(`k1:${one.toString('base64')}, ${two.toString('hex')}`)
    expect(keys.map(({ bytes }) => bytes)).toEqual([one, two])
    expect(keys[0]?.id).toBe('k1')
    expect(keys[1]?.id).toMatch(/^[0-9a-f]{12}$/)
  })

  test('the id of an unnamed key does not depend on its position', () => {
    const [first] = parseSealingKeys(one.toString('base64'))
    const [, second] = parseSealingKeys(`${two.toString('hex')},${one.toString('hex')}`)
    expect(second?.id).toBe(first?.id)
  })

  test.each([
    [Buffer.alloc(16).toString('base64'), 'ENCRYPTION_KEY: key number 1 is 16 bytes, but must be 32 bytes.'],
    [`${one.toString('hex')},k2:abcd`, 'ENCRYPTION_KEY: key “k2” is 2 bytes, but must be 32 bytes.'],
    ['k1:not a key!', 'ENCRYPTION_KEY: key “k1” is neither hex nor base64, but must be 32 bytes.'],
    ['', 'ENCRYPTION_KEY: key number 1 is neither hex nor base64, but must be 32 bytes.'],
    [`a:${one.toString('hex')},a:${two.toString('hex')}`, 'ENCRYPTION_KEY has two keys with the same name.'],
  ])('refuses %s', (value, message) => {
    expect(() => parseSealingKeys(value)).toThrow(BadEnvironment)
    expect(() => parseSealingKeys(value)).toThrow(message)
  })
})
