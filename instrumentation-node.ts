import { sealingKeys } from '@/lib/encryption/keys'
import { appUrl, BadEnvironment, env, usesInngest } from '@/lib/env'
import { cleanAllForwardedHeaders } from '@/lib/http-server/forwarded-headers'
import { loadCommonPasswords } from '@/lib/password/common-passwords'

/** Set by scripts/server.mjs, which waits for the functions of this build. Not set in `next start` and on Vercel. */
type ServerHooks = { answerBeforeNext?: unknown; answerUnparsable?: unknown; error?: string }

/** Runs once when the server starts. An invalid environment stops the start with a message. */
export async function startOnNode(): Promise<void> {
  const hooks = (globalThis as { storycastServer?: ServerHooks }).storycastServer
  try {
    const { DATABASE_URL } = env()
    sealingKeys()
    // Otherwise the server would start and respond to every request with a 500.
    if (hooks && !DATABASE_URL)
      throw new BadEnvironment('DATABASE_URL is not set. Set it, or use `npm run up`, which starts a database.')
  } catch (error) {
    if (hooks) hooks.error = (error as Error).message
    throw error
  }
  // The default of next-auth is http://localhost:3000.
  process.env.NEXTAUTH_URL ||= appUrl()
  cleanAllForwardedHeaders()
  if (usesInngest()) (await import('@/inngest/announce-due')).announceDueByInngest()
  // Loading takes 100 ms of CPU, which would delay other requests.
  await loadCommonPasswords()
  if (!hooks) return
  hooks.answerBeforeNext = (await import('@/lib/http-server/request-filter')).answerBeforeNext
  hooks.answerUnparsable = (await import('@/lib/http-server/bad-requests')).answerUnparsable
}
