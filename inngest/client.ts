import { Inngest } from 'inngest'
import { env, isInngestDev } from '@/lib/env'

const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = env()

/**
 * Inngest triggers functions, fans out and limits concurrency. It stores no state: due times, leases and retries are
 * in Postgres. Without INNGEST_DEV, every request must be signed with the signing key.
 */
export const inngest = new Inngest({
  id: 'storycast',
  ...(INNGEST_EVENT_KEY ? { eventKey: INNGEST_EVENT_KEY } : {}),
  ...(INNGEST_SIGNING_KEY ? { signingKey: INNGEST_SIGNING_KEY } : {}),
  ...(INNGEST_BASE_URL ? { baseUrl: INNGEST_BASE_URL } : {}),
  isDev: isInngestDev(),
})
