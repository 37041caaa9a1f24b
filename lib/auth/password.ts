import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's second recommended set: 19 MiB, two passes, one lane. The numbers stand in each hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash to verify against when nobody has the e-mail, so that the answer takes as long as for somebody. */
let decoy: Promise<string> | undefined

/** Whether the password is the one behind the hash; takes as long when there is no hash at all. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
