import { hash, verify } from '@node-rs/argon2'

/**
 * argon2id with OWASP's second recommended parameters: 19 MiB, two passes, one lane. Each hash contains its
 * parameters.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Verified against when the email is unknown, so that the response takes equally long. */
let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Takes equally long without a hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a decoy password')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
