import { z } from 'zod'
import type { InboxPlatform } from '../kinds'
import { readFacebookChange } from './facebook-changes'
import type { Delivery, InboxChange } from './inbox-change'
import { readInstagramChange } from './instagram-changes'
import { readMessaging } from './messaging'
import { isNestedDeeper } from './nesting'
import { Id } from './values'

const Envelope = z.object({ object: z.string(), entry: z.array(z.unknown()).max(10_000) })
const platforms: Partial<Record<string, InboxPlatform>> = { instagram: 'instagram', page: 'facebook' }

/** Deliveries have about ten levels. */
const depthMax = 100

/** Undefined if the body is not JSON, null if it is about something else. */
export function parseDelivery(bytes: Uint8Array): Delivery | null | undefined {
  let json: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isNestedDeeper(text, depthMax)) return undefined
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const envelope = Envelope.safeParse(json)
  const platform = envelope.success && platforms[envelope.data.object]
  return platform ? { platform, entries: envelope.data.entry } : null
}

const Entry = z.object({
  id: Id,
  time: z.unknown().optional(),
  changes: z.array(z.unknown()).optional().catch(undefined),
  messaging: z.array(z.unknown()).optional().catch(undefined),
  /** Messages while another app answers this person. They are read, too. */
  standby: z.array(z.unknown()).optional().catch(undefined),
  /** Instagram login also sends one change without a list. */
  field: z.unknown().optional(),
  value: z.unknown().optional(),
})

const EntryId = z.object({ id: Id })

export const accountIdsIn = ({ entries }: Delivery): string[] => [
  ...new Set(
    entries.flatMap((entry) => {
      const parsed = EntryId.safeParse(entry)
      return parsed.success ? [parsed.data.id] : []
    }),
  ),
]

/** Changes with the account they belong to, in the order of the delivery. Unknown forms are left out. */
export function readDelivery({ platform, entries }: Delivery): { accountId: string; change: InboxChange }[] {
  const readChange = platform === 'instagram' ? readInstagramChange : readFacebookChange
  return entries.flatMap((raw) => {
    const entry = Entry.safeParse(raw)
    if (!entry.success) return []
    const { id: accountId, time, changes = [], messaging = [], standby = [], field, value } = entry.data
    const all = [...changes, ...(changes.length === 0 && field !== undefined ? [{ field, value }] : [])]
    return [
      ...all.map((change) => readChange(change, accountId, time)),
      ...[...messaging, ...standby].map((event) => readMessaging(event, accountId)),
    ].flatMap((change) => (change ? [{ accountId, change }] : []))
  })
}
