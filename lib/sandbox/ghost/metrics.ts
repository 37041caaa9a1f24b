import type { Call } from '../exchange'
import { numbersOf } from '../numbers'
import type { Sandbox } from '../sandbox'
import type { Document } from './documents'
import { badRequest } from './errors'

const counts = [
  'clicks',
  'signups',
  'paid_conversions',
  'conversions',
  'positive_feedback',
  'negative_feedback',
] as const
const includes = [
  'tags',
  'authors',
  'email',
  'sentiment',
  'newsletter',
  'tiers',
  ...counts.map((name) => `count.${name}`),
]

/** A post that is asked for its counts is a reading of metrics. */
export const nameOfRead = (call: Call): string =>
  (call.query.get('include') ?? '').includes('count.') ? 'insights' : 'read'

/** Declares the book of numbers before the journal is replayed. */
export const keepNumbers = (sandbox: Sandbox): void => void numbersOf(sandbox)

/** What `include` adds to a post: its newsletter, and what readers of it did. A post that went to nobody has 0 of all. */
export function included(sandbox: Sandbox, call: Call, document: Document): Record<string, unknown> {
  const wanted = (call.query.get('include') ?? '').split(',').filter(Boolean)
  const stranger = wanted.find((name) => !includes.includes(name))
  if (stranger !== undefined) throw badRequest(`Validation (AllowedValues) failed for include: ${stranger}`)
  const { id, created_ms, published_ms } = document
  const numbers = numbersOf(sandbox).of({ network: 'ghost', id, created_ms: published_ms ?? created_ms })
  const isMailed = sandbox.settings.for('ghost').sends_newsletter && published_ms !== null
  const clicks = isMailed ? (numbers?.clicks ?? 0) : 0
  const counted: Record<(typeof counts)[number], number> = {
    clicks,
    signups: Math.floor(clicks / 10),
    paid_conversions: 0,
    conversions: Math.floor(clicks / 10),
    positive_feedback: isMailed ? Math.floor((numbers?.likes ?? 0) / 10) : 0,
    negative_feedback: 0,
  }
  const count = Object.fromEntries(
    counts.flatMap((name) => (wanted.includes(`count.${name}`) ? [[name, counted[name]]] : [])),
  )
  return {
    ...(wanted.includes('email') && { email: isMailed ? emailOf(numbers?.views ?? 0) : null }),
    ...(wanted.includes('sentiment') && { sentiment: counted.positive_feedback > 0 ? 100 : 0 }),
    ...(wanted.includes('newsletter') && { newsletter: null }),
    ...(Object.keys(count).length > 0 && { count }),
  }
}

const emailOf = (opened: number) => ({
  status: 'submitted',
  email_count: 1_000 + opened,
  delivered_count: 990 + opened,
  opened_count: opened,
  failed_count: 10,
  track_opens: true,
})
