import { sql } from 'kysely'
import { expect } from 'vitest'
import { database } from '@/lib/db/pool'
import {
  attemptsOf,
  type DueStory,
  letTimePass,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  strike,
} from './publishing'

/** A fault of the sandbox, as `POST /control/faults` takes it. */
export type Fault = { fault: string; times?: number; [member: string]: unknown }

/** What became of a row whose call met a fault. */
export type Cell = {
  /** What the first look of a worker made of it. */
  first: string
  /** Seconds until the next look, rounded; null when there is none. A doubt is due at once, and waits then. */
  waits: number | null
  /** The attempt ledger: each attempt's outcome, with the code of its fault. */
  attempts: string
  /** Status and category. */
  ends: string
  /** The code that stays with the row. */
  code: string | null
  /** Posts that the network's own ledger has. */
  posts: number
}

/** A network that asked for a pause pauses the whole connection. */
const endPause = (projectId: string) =>
  sql`update social_connections set paused_until = null where project_id = ${projectId}`.execute(database())

/**
 * Lets the fault strike the next call of this name, and the row go on until it is decided. `isOpen`: the call names no
 * account, so that the fault meets the whole network, which has to be the file's own.
 */
export async function cellOf(
  { account, itemId, project }: DueStory,
  call: string,
  fault: Fault,
  { isOpen = false } = {},
): Promise<Cell> {
  await strike(isOpen ? { ...account, account_id: undefined } : account, { times: 1, ...fault, call })
  const first = (await publishOnce(itemId)) ?? 'not due'
  const waits = first === 'waiting' ? await secondsToWait(itemId) : null
  if (first === 'waiting') {
    await endPause(project.projectId)
    await letTimePass(itemId, 120)
    await publishThroughDoubt(itemId)
  }
  const { status, skip_category, skip_reason, provider_code } = await rowOf(itemId)
  if (status === 'failed') {
    // A sentence for people, or the one name that the interface gives to a dead credential.
    expect(skip_reason).toMatch(/^([A-Z][^{}]+[.!]|oauth_revoked:\w+)$/)
    // Nothing happens to a failed row by itself any more.
    expect(skip_reason).not.toMatch(/by (itself|themselves)/)
  }
  return {
    first,
    waits: waits === null ? null : Math.max(0, Math.round(waits)),
    attempts: (await attemptsOf(itemId))
      .map(({ outcome, code }) => [outcome, code].filter(Boolean).join(' '))
      .join(', '),
    ends: [status, skip_category].filter(Boolean).join(' '),
    code: provider_code,
    posts: (await postsOf(account)).length,
  }
}

/** The waits that our own table gives are up to a tenth longer or shorter; those that a network names are kept to. */
export const about = (seconds: number, isExact = false): { asymmetricMatch(value: unknown): boolean } => ({
  asymmetricMatch: (value) =>
    typeof value === 'number' && Math.abs(value - seconds) <= (isExact ? 1 : Math.ceil(seconds / 10) + 1),
})
