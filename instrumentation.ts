/** Runs once when the server starts: a bad environment stops it with a sentence, not at the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ env }, { sealingKeys }] = await Promise.all([import('@/lib/env'), import('@/lib/connections/keys')])
  env()
  sealingKeys()
}
