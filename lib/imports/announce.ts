import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit } from '@/lib/db/pool'
import { log } from '@/lib/logger'

/** Max wait for the scheduler, so that it cannot delay the response. Its next run finds the import anyway. */
const announcerMaxMs = 500

type Announcer = () => Promise<void>

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastImportAnnouncer?: Announcer }

/** Sets the function that wakes the scheduler when an import is confirmed. The local runner needs none. */
export function setImportAnnouncer(announcer: Announcer): void {
  globals.storycastImportAnnouncer = announcer
}

/** Wakes the scheduler after the transaction commits. */
export const announceImports = (): Promise<void> => afterCommit('announce imports', announce)

async function announce(): Promise<void> {
  if (!globals.storycastImportAnnouncer) return
  try {
    const sent = globals.storycastImportAnnouncer()
    sent.catch(() => {})
    await Promise.race([sent, sleep(announcerMaxMs, undefined, { ref: false })])
  } catch (error) {
    log.warn('imports.not_announced', { cause: error })
  }
}
