import { z } from 'zod'
import { systemClock } from '../../clock'
import type { Account, CallOptions } from '../channel'
import { eachPost } from '../metrics/each-post'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics/metrics'
import { isGone, readingOf } from '../metrics/reading'
import { callPinterest } from './client'

const dayMs = 24 * 60 * 60 * 1_000
/** Today and the 27 days before it. */
const windowDays = 28
const asked = 'IMPRESSION,SAVE,PIN_CLICK,OUTBOUND_CLICK,TOTAL_COMMENTS,TOTAL_REACTIONS'

export const metrics: ChannelMetrics = {
  id: 'pinterest',
  reports: ['impressions', 'clicks', 'saves', 'likes', 'comments'],
  batch: () => 1,
  read: (posts, account, call) => eachPost(posts, (post) => readOne(post, account, call), isGone),
}

const number = z.number().nullish()
const Counted = z.object({
  IMPRESSION: number,
  SAVE: number,
  PIN_CLICK: number,
  OUTBOUND_CLICK: number,
  TOTAL_COMMENTS: number,
  TOTAL_REACTIONS: number,
})
const Answer = z.object({
  all: z.object({
    daily_metrics: z.array(z.object({ date: z.string(), data_status: z.string() })).default([]),
    summary_metrics: Counted.default({}),
    lifetime_metrics: Counted.default({}),
  }),
})

async function readOne(
  { externalId, publishedAt }: PostToRead,
  account: Account,
  call: CallOptions,
): Promise<PostReading> {
  const now = systemClock()
  const query = {
    start_date: dateOf(new Date(now.getTime() - (windowDays - 1) * dayMs)),
    end_date: dateOf(now),
    metric_types: asked,
    app_types: 'ALL',
    split_field: 'NO_SPLIT',
  }
  const path = `pins/${encodeURIComponent(externalId)}/analytics`
  const { all } = await callPinterest(account, { method: 'GET', path, query }, Answer, call)
  // A sum over days that Pinterest has not counted yet is 0, but not measured.
  const since = dateOf(publishedAt)
  const isCounted = all.daily_metrics.some(({ date, data_status }) => date >= since && countedStates.has(data_status))
  // Comments and reactions are lifetime totals; all others are for the window.
  const found = { ...all.lifetime_metrics, ...(isCounted ? all.summary_metrics : {}) }
  return readingOf(
    {
      impressions: found.IMPRESSION,
      clicks: found.OUTBOUND_CLICK,
      saves: found.SAVE,
      likes: found.TOTAL_REACTIONS,
      comments: found.TOTAL_COMMENTS,
    },
    { pin_clicks: found.PIN_CLICK },
  )
}

const countedStates: ReadonlySet<string> = new Set(['READY', 'ESTIMATE'])

const dateOf = (time: Date): string => time.toISOString().slice(0, 10)
