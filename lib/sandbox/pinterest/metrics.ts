import { type Answer, jsonAnswer } from '../exchange'
import type { LedgerPost } from '../ledger'
import { numbersOf, type PostNumbers } from '../numbers'
import type { Route, Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { badRequest, pinNotFound } from './errors'
import { requireQuery } from './read'

/** Counted within the window that is asked for, day by day. */
const summed: Record<string, (numbers: PostNumbers) => number> = {
  IMPRESSION: ({ views }) => views,
  SAVE: ({ saves }) => saves,
  PIN_CLICK: ({ close_ups }) => close_ups,
  OUTBOUND_CLICK: ({ clicks }) => clicks,
  SAVE_RATE: ({ saves, views }) => (views === 0 ? 0 : saves / views),
}
/** Known for the pin's whole life alone. */
const lifetime: typeof summed = {
  TOTAL_COMMENTS: ({ comments }) => comments,
  TOTAL_REACTIONS: ({ likes }) => likes,
}

const parameters = ['start_date', 'end_date', 'metric_types', 'app_types', 'split_field', 'ad_account_id']
const daysBackMax = 90

export function metricRoutes(sandbox: Sandbox): Route[] {
  numbersOf(sandbox)
  return [
    {
      method: 'GET',
      path: '/v5/pins/:id/analytics',
      name: 'insights',
      handle: (visit) => readAnalytics(sandbox, visit),
    },
  ]
}

function readAnalytics(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  requireQuery(call, parameters)
  const post = sandbox.ledger.find('pinterest', params.id ?? '')
  const start = dayIn(call.query, 'start_date')
  const end = dayIn(call.query, 'end_date')
  const today = Math.floor(sandbox.nowMs() / dayMs)
  if (start < today - daysBackMax) throw badRequest('Invalid request: start_date is more than 90 days ago')
  if (end < start) throw badRequest('Invalid request: end_date is before start_date')
  const types = (call.query.get('metric_types') ?? '').split(',')
  const stranger = types.find((type) => !Object.hasOwn(summed, type) && !Object.hasOwn(lifetime, type))
  if (stranger !== undefined) throw badRequest(`Invalid request: '${stranger}' is not one of the metric types of a pin`)
  if (post?.account_id !== account.account_id) throw pinNotFound()
  const numbers = numbersOf(sandbox).of(post)
  const pick = (known: typeof summed, from: PostNumbers | null) =>
    Object.fromEntries(types.flatMap((type) => (known[type] ? [[type, from ? known[type](from) : 0]] : [])))
  return jsonAnswer(200, {
    all: {
      daily_metrics: daily(post, { start, end }, numbers, (from) => pick(summed, from)),
      // Pinterest says 0 of what it has not counted yet; only the status of the days tells.
      summary_metrics: pick(summed, numbers),
      lifetime_metrics: numbers ? pick(lifetime, numbers) : {},
    },
  })
}

/** All of it on the first day: how it spreads over the days is nobody's test. */
function daily(
  post: LedgerPost,
  { start, end }: { start: number; end: number },
  numbers: PostNumbers | null,
  pick: (numbers: PostNumbers | null) => Record<string, number>,
): unknown[] {
  const born = Math.floor(post.created_ms / dayMs)
  return Array.from({ length: end - start + 1 }, (_, offset) => {
    const day = start + offset
    const date = new Date(day * dayMs).toISOString().slice(0, 10)
    if (day < born) return { date, data_status: 'BEFORE_PIN_CREATED', metrics: {} }
    const data_status = numbers === null ? 'PROCESSING' : 'READY'
    return { date, data_status, metrics: pick(day === born ? numbers : null) }
  })
}

function dayIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? ''
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw badRequest(`Invalid request: '${name}' is a required property and must be YYYY-MM-DD`)
  return Math.floor(ms / dayMs)
}
