import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts a response with a key made from the credential that was exchanged for it. Only its holder can have it
 * repeated; the database stores the credential's hash, which is not enough.
 */
const keyOf = (credential: string): Buffer => Buffer.from(hkdfSync('sha256', credential, '', 'storycast oauth', 32))

export function sealAnswer(credential: string, answer: object): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(credential), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function openAnswer<T>(credential: string, sealed: Buffer): T {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(credential), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()) as T
}
