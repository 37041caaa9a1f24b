import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/lib/logger'

/** Max wait for the scheduler, so that it cannot delay the response. Its next run finds the delivery anyway. */
const announcerMaxMs = 500

type Announcer = () => Promise<void>

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastInboxAnnouncer?: Announcer }

/** Sets the function that wakes the scheduler when deliveries wait. The local runner needs none. */
export function setInboxAnnouncer(announcer: Announcer): void {
  globals.storycastInboxAnnouncer = announcer
}

/** Wakes the scheduler, so that deliveries are processed before its next run. */
export async function announceInbox(): Promise<void> {
  if (!globals.storycastInboxAnnouncer) return
  try {
    const sent = globals.storycastInboxAnnouncer()
    sent.catch(() => {})
    await Promise.race([sent, sleep(announcerMaxMs, undefined, { ref: false })])
  } catch (error) {
    log.warn('inbox.not_announced', { cause: error })
  }
}
