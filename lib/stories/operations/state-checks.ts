import { type AppError, conflict } from '@/lib/errors'
import type { Held } from '../repository'
import type { StoryStatus } from '../status'

/** Statuses in which each operation is allowed. Operations not listed are always allowed. */
const allowedFrom = {
  'be scheduled': ['draft', 'scheduled'],
  'be edited': ['draft', 'scheduled', 'failed', 'partial'],
  'be deleted': ['draft'],
  'be cancelled': ['scheduled'],
  'be archived': ['draft', 'published', 'partial', 'failed', 'cancelled'],
  'be retried': ['failed', 'partial'],
  'get its schedule back': ['draft'],
  'be unarchived': ['archived'],
  'be reopened': ['cancelled'],
} as const satisfies Record<string, readonly StoryStatus[]>

export type Operation = keyof typeof allowedFrom

/** Rejects an operation that the story's status does not allow, or whose rows are being published. */
export function requireAllowed({ story, rows }: Held, operation: Operation): void {
  if (story.origin === 'imported') {
    requireAllowedImported(operation)
    return
  }
  const states: readonly string[] = allowedFrom[operation]
  if (!states.includes(story.status)) {
    throw conflict(`This story is ${story.status}. Only ${withArticle(listed(states))} story can ${operation}.`)
  }
  refuseInFlight(rows)
}

/** Imported posts can leave Storycast, but nothing about them can be changed or sent. */
const allowedImported: readonly Operation[] = ['be deleted', 'be archived', 'be unarchived']

function requireAllowedImported(operation: Operation): void {
  if (allowedImported.includes(operation)) return
  throw conflict(
    `This post was imported from its network, so it cannot ${operation} here. Duplicate it to post it again.`,
  )
}

const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`

const listed = (states: readonly string[]): string =>
  states.length < 2 ? states.join('') : `${states.slice(0, -1).join(', ')} or ${states.at(-1)}`

/** Rejects changes to rows that a worker holds or whose send is in doubt. */
export function refuseInFlight(rows: Held['rows']): void {
  const row = rows.find(({ is_in_flight }) => is_in_flight)
  if (row) throw publishing(row.channel)
  const broken = rows.find(({ status, is_partly_public }) => status === 'approved' && is_partly_public)
  if (broken)
    throw conflict(
      `This story is partly published on ${broken.channel}, and the rest is being published. Try again later.`,
    )
}

export const publishing = (channel: string): AppError =>
  conflict(`This story is being published on ${channel} right now. Try again in a minute.`)
