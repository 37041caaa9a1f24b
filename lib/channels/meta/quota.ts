import { z } from 'zod'
import { systemClock } from '../../clock'
import { plural } from '../../text/number-text'
import type { Run } from '../channel'
import { ChannelError } from '../channel-error'
import { callSignal } from '../poll'
import type { Graph } from './graph'
import { graphTime } from './list'

/** A network's limit of posts in a sliding window, and where to read it. */
export type Quota = {
  name: string
  /** Edge with the usage. */
  edge: string
  members: { usage: string; config: string }
  /** Edge that lists the counted posts. */
  posts: string
}

const Config = z.object({ quota_total: z.number(), quota_duration: z.number() })
const Limits = z.object({ data: z.array(z.record(z.string(), z.unknown())).min(1) })
const Posts = z.object({
  data: z.array(z.object({ timestamp: z.string() })),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
})

const pageSize = 100
const pagesMax = 5

/** Instagram's and Threads' error when the daily limit is reached. */
export const isQuotaSpent = (failure: ChannelError): boolean => /(\/2207042|^9)$/.test(failure.code)

/**
 * Adds the time when the next post is allowed: when the oldest post leaves the sliding window. No header has it.
 * Unchanged if it cannot be determined.
 */
export async function withQuotaReset(
  failure: ChannelError,
  graph: Graph,
  quota: Quota,
  run: Run,
): Promise<ChannelError> {
  try {
    const { total, seconds } = await readQuota(graph, quota, run)
    const oldest = await oldestWithin(graph, quota, seconds, run)
    if (!oldest) return failure
    const freeAt = new Date(oldest.getTime() + seconds * 1_000)
    const hours = Math.round(seconds / 3_600)
    const at = `${freeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return new ChannelError({
      ...factsOf(failure),
      retryAt: freeAt,
      message: `The account reached ${quota.name}’s limit of ${plural(total, 'post')} in ${hours} hours. The next post is possible at ${at}.`,
    })
  } catch (error) {
    if (error instanceof ChannelError) return failure
    throw error
  }
}

async function readQuota(graph: Graph, { edge, members }: Quota, run: Run) {
  const fields = `${members.usage},${members.config}`
  const { data } = await graph.get(`${graph.account.accountId}/${edge}`, { fields }, Limits, callOf(run))
  const { quota_total: total, quota_duration: seconds } = Config.parse(data[0]?.[members.config])
  return { total, seconds }
}

async function oldestWithin(graph: Graph, { posts }: Quota, seconds: number, run: Run): Promise<Date | null> {
  const sinceMs = systemClock().getTime() - seconds * 1_000
  const params = { fields: 'timestamp', limit: String(pageSize), since: String(Math.floor(sinceMs / 1_000)) }
  let oldestMs: number | null = null
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const path = `${graph.account.accountId}/${posts}`
    const { data, paging } = await graph.get(path, { ...params, after }, Posts, callOf(run))
    const times = data.map(({ timestamp }) => graphTime(timestamp).getTime()).filter((ms) => ms >= sinceMs)
    oldestMs = times.length > 0 ? Math.min(oldestMs ?? Number.POSITIVE_INFINITY, ...times) : oldestMs
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) break
  }
  return oldestMs === null ? null : new Date(oldestMs)
}

const callOf = (run: Run) => ({ signal: callSignal(run) })

const factsOf = (failure: ChannelError) => ({
  outcome: failure.outcome,
  category: failure.category,
  isRetryable: failure.isRetryable,
  code: failure.code,
  providerStatus: failure.providerStatus,
  answer: failure.answer,
})
