/** The place that scripts/server.mjs keeps open for what this build has to tell it; on Vercel there is none. */
type ServerPlace = { front?: unknown; fault?: string }

/** Runs once when the server starts: a bad environment stops it with a sentence, not at the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const place = (globalThis as { storycastServer?: ServerPlace }).storycastServer
  const [{ appUrl, BadEnvironment, env }, { sealingKeys }] = await Promise.all([
    import('@/lib/env'),
    import('@/lib/connections/keys'),
  ])
  try {
    const { DATABASE_URL } = env()
    sealingKeys()
    // A server of one's own would come up and answer every request with a 500.
    if (place && !DATABASE_URL)
      throw new BadEnvironment('DATABASE_URL is not set. Name your database, or let `npm run up` bring one along.')
  } catch (error) {
    if (place) place.fault = (error as Error).message
    throw error
  }
  if (!place) {
    const { cleanAllForwardedHeaders } = await import('@/lib/front/forwarded-headers')
    cleanAllForwardedHeaders()
    return
  }
  // next-auth would otherwise take its own default port for the address.
  process.env.NEXTAUTH_URL ||= appUrl()
  const [{ makeFront }, { routes }] = await Promise.all([
    import('@/lib/front/front'),
    import('@/app/api/routes.generated'),
  ])
  place.front = makeFront(routes, appUrl())
}
