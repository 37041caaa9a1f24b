import type { z } from 'zod'
import { examples, pingExample } from './examples'
import type { EventName } from './names'
import * as payloads from './payloads'

export type CatalogueEntry = {
  /** Ends the sentence “It is sent when …”. */
  when: string
  /** What `data` is. */
  payload: z.ZodType
  /** Of `data`, as it might be. */
  example: object
}

/**
 * Every event there is, with what it brings. The OpenAPI document, the page of the reference, `docs/webhooks.md` and the
 * test that looks at what the product really emits are made from it or held to it.
 */
export const catalogue: Record<EventName, CatalogueEntry> = {
  'story.scheduled': {
    when: 'a story has a confirmed time at which it goes out, or another one than before',
    payload: payloads.StoryScheduled,
    example: examples['story.scheduled'],
  },
  'story.published': {
    when: 'a story is out on at least one channel and nothing else of it is due; each channel is told of once',
    payload: payloads.StoryPublished,
    example: examples['story.published'],
  },
  'story.published_late': {
    when: 'a story went out more than 15 minutes after its time; it comes beside `story.published`',
    payload: payloads.StoryPublishedLate,
    example: examples['story.published_late'],
  },
  'story.failed': {
    when: 'a channel of a story failed for good; one for each channel',
    payload: payloads.StoryFailed,
    example: examples['story.failed'],
  },
  'story.skipped': {
    when: 'a channel was refused before anything was sent to the network; it comes beside `story.failed`',
    payload: payloads.StoryFailed,
    example: examples['story.skipped'],
  },
  'moment.detected': {
    when: 'something notable shows in the figures of a project; nothing sends it yet',
    payload: payloads.MomentDetected,
    example: examples['moment.detected'],
  },
  'moment.auto_drafted': {
    when: 'a draft was made of a moment of high severity; nothing sends it yet',
    payload: payloads.MomentAutoDrafted,
    example: examples['moment.auto_drafted'],
  },
  'connection.expiring': {
    when: 'an access ends in 30, 7 or 1 days; once for each of these until it is renewed',
    payload: payloads.ConnectionExpiring,
    example: examples['connection.expiring'],
  },
  'connection.expiring_soon': {
    when: 'an access ends in less than 7 days and could not be renewed; at most once in 24 hours',
    payload: payloads.ConnectionExpiringSoon,
    example: examples['connection.expiring_soon'],
  },
  'connection.refreshed': {
    when: 'an access was renewed without a person',
    payload: payloads.ConnectionRefreshed,
    example: examples['connection.refreshed'],
  },
  'connection.broken': {
    when: 'an access has ended, or the network no longer takes it: a person has to connect the account again',
    payload: payloads.ConnectionBroken,
    example: examples['connection.broken'],
  },
  'connection.reconnected': {
    when: 'an account that was connected before is connected again, or was given new credentials',
    payload: payloads.ConnectionReconnected,
    example: examples['connection.reconnected'],
  },
  'pillar.benchmark_below': {
    when: 'the metric of a pillar is below its benchmark; at most once in 7 days for each pillar; nothing sends it yet',
    payload: payloads.PillarBenchmarkBelow,
    example: examples['pillar.benchmark_below'],
  },
  'pillar.gap_detected': {
    when: 'nothing of a pillar was published for longer than its `max_gap_days`; at most once in 24 hours for each pillar; nothing sends it yet',
    payload: payloads.PillarGapDetected,
    example: examples['pillar.gap_detected'],
  },
}

/** What webhooks bring and the feed does not have. */
export const pingEntry: CatalogueEntry = {
  when: 'somebody asks for it: `POST /api/v1/webhooks/:id/test`',
  payload: payloads.TestPing,
  example: pingExample,
}
