import { sealingKeys } from '@/lib/connections/keys'
import { appUrl, BadEnvironment, env, usesInngest } from '@/lib/env'

/** Set by scripts/server.mjs, which waits for what this build gives it. Plain `next start` and Vercel have none. */
type ServerPlace = { front?: unknown; fault?: string }

/** Runs once when the server starts. A bad environment stops it with a sentence, not at the first request. */
export async function startOnNode(): Promise<void> {
  const place = (globalThis as { storycastServer?: ServerPlace }).storycastServer
  try {
    const { DATABASE_URL } = env()
    sealingKeys()
    // The server would start and answer every request with a 500.
    if (place && !DATABASE_URL)
      throw new BadEnvironment('DATABASE_URL is not set. Name your database, or let `npm run up` bring one along.')
  } catch (error) {
    if (place) place.fault = (error as Error).message
    throw error
  }
  // Without it next-auth redirects to http://localhost:3000, its default.
  process.env.NEXTAUTH_URL ||= appUrl()
  if (usesInngest()) (await import('@/inngest/announce-due')).announceDueByInngest()
  if (place) await giveFront(place, appUrl())
  else (await import('@/lib/front/forwarded-headers')).cleanAllForwardedHeaders()
}

async function giveFront(place: ServerPlace, origin: string): Promise<void> {
  const [{ makeFront }, { routes }] = await Promise.all([
    import('@/lib/front/front'),
    import('@/app/api/routes.generated'),
  ])
  place.front = makeFront(routes, origin)
}
