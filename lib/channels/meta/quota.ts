import { z } from 'zod'
import { systemClock } from '../../clock'
import type { Run } from '../channel'
import { ChannelFault } from '../fault'
import { callSignal } from '../poll'
import type { Graph } from './graph'
import { graphTime } from './list'

/** How many posts a network takes in a sliding window, and where it says so. */
export type Quota = {
  name: string
  /** Edge of the account that tells the numbers. */
  edge: string
  members: { usage: string; config: string }
  /** Edge of the account that lists what was counted. */
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

/** The refusal that Instagram and Threads share when the day's posts are used up. */
export const isQuotaSpent = (fault: ChannelFault): boolean => /(\/2207042|^9)$/.test(fault.code)

/**
 * The same refusal with the time at which the next place gets free: the window slides, so that is when the oldest post
 * in it leaves it. No header says so. When it cannot be found out, the refusal stays as it is.
 */
export async function whenQuotaFrees(fault: ChannelFault, graph: Graph, quota: Quota, run: Run): Promise<ChannelFault> {
  try {
    const { total, seconds } = await readQuota(graph, quota, run)
    const oldest = await oldestWithin(graph, quota, seconds, run)
    if (!oldest) return fault
    const freeAt = new Date(oldest.getTime() + seconds * 1_000)
    const hours = Math.round(seconds / 3_600)
    const at = `${freeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return new ChannelFault({
      ...factsOf(fault),
      retryAt: freeAt,
      message: `${quota.name} lets this account post ${total === 1 ? 'once' : `${total} times`} in ${hours} hours, which it has done. The next place gets free at ${at}.`,
    })
  } catch (error) {
    if (error instanceof ChannelFault) return fault
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

const factsOf = (fault: ChannelFault) => ({
  outcome: fault.outcome,
  category: fault.category,
  isRetryable: fault.isRetryable,
  code: fault.code,
  providerStatus: fault.providerStatus,
  answer: fault.answer,
})
