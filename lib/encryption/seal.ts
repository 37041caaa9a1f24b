import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type SealingKey, sealingKeys } from '@/lib/encryption/keys'

/** NIST SP 800-38D, 8.2: a random 96-bit nonce and the full tag, because short tags can be forged. */
const nonceBytes = 12
const tagBytes = 16

/** Stored credentials cannot be decrypted: the key is missing or the row was changed. */
export class UnreadableCredentials extends Error {
  override name = 'UnreadableCredentials'
}

/** @param place table, row and column. Text sealed for one place cannot be opened for another. */
export function sealText(place: string, text: string): { sealed: Buffer; key_id: string } {
  const [key] = sealingKeys()
  if (!key) throw new Error('No encryption key is configured.')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(place, key))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]), key_id: key.id }
}

/** @throws an Error without details if the key is wrong or the data was changed */
export function openText(place: string, sealed: Buffer, key: SealingKey): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  decipher.setAAD(boundTo(place, key))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = sealed.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

const boundTo = (place: string, key: SealingKey): Buffer => Buffer.from(`${place}|${key.id}`)
