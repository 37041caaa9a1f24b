import { Inngest } from 'inngest'
import { env, isInngestDev } from '@/lib/env'

const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = env()

/**
 * Triggers, fans out and limits concurrency. It holds no state of ours: what is due, leased or to be tried again
 * stands in Postgres. Without INNGEST_DEV every request must be signed with the signing key.
 */
export const inngest = new Inngest({
  id: 'storycast',
  ...(INNGEST_EVENT_KEY ? { eventKey: INNGEST_EVENT_KEY } : {}),
  ...(INNGEST_SIGNING_KEY ? { signingKey: INNGEST_SIGNING_KEY } : {}),
  ...(INNGEST_BASE_URL ? { baseUrl: INNGEST_BASE_URL } : {}),
  isDev: isInngestDev(),
})
