import { createHash, randomBytes } from 'node:crypto'

const codeCount = 10
const codeLength = 16
/** 32 characters, without the ambiguous 0, 1, l and o. Each carries 5 bits, so a code has 80. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'

/** Ten new codes, e.g. `k3fd-9xya-22pq-mm7c`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codeCount }, newCode)

function newCode(): string {
  const characters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length])
  return characters.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** The stored hash of a code. Ignores case, spaces and dashes. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()
