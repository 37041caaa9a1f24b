import { type Answer, jsonAnswer } from '../exchange'
import { badParameter, unknownObject } from '../meta/envelope'
import { insightsAnswer } from '../meta/insights'
import { numbersOf, type PostNumbers } from '../numbers'
import type { Route, Visit } from '../router'
import type { Sandbox } from '../sandbox'

const offered: Record<string, (numbers: PostNumbers) => number> = {
  views: ({ views }) => views,
  likes: ({ likes }) => likes,
  replies: ({ comments }) => comments,
  reposts: ({ shares }) => Math.floor(shares / 2),
  quotes: ({ shares }) => Math.floor(shares / 4),
  shares: ({ shares }) => shares - Math.floor(shares / 2) - Math.floor(shares / 4),
}

export function metricRoutes(sandbox: Sandbox): Route[] {
  numbersOf(sandbox)
  return [
    { method: 'GET', path: '/:id/insights', name: 'insights', handle: (visit) => readInsights(sandbox, visit) },
    {
      method: 'GET',
      path: '/:id/threads_insights',
      name: 'insights',
      handle: (visit) => readAccountInsights(sandbox, visit),
    },
  ]
}

/** What all posts of an account got; the number alone, without a day's own. */
function readAccountInsights(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  const { account_id } = visit.account
  if (id !== 'me' && id !== account_id) throw unknownObject('GET', id)
  const metric = (visit.call.query.get('metric') ?? '').split(',')
  const unknown = metric.find((name) => !(name in offered))
  if (unknown !== undefined) throw badParameter('The value must be a valid insights metric')
  const posts = sandbox.ledger.of('threads', account_id)
  const counted = posts.flatMap((post) => numbersOf(sandbox).of(post) ?? [])
  const data = metric.map((name) => {
    const value = counted.reduce((sum, numbers) => sum + (offered[name]?.(numbers) ?? 0), 0)
    return {
      name,
      period: 'day',
      total_value: { value },
      title: name,
      description: '',
      id: `${id}/insights/${name}/day`,
    }
  })
  return jsonAnswer(200, { data })
}

function readInsights(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  const post = sandbox.ledger.find('threads', id)
  if (post?.account_id !== visit.account.account_id) throw unknownObject('GET', id)
  const numbers = numbersOf(sandbox).of(post)
  return insightsAnswer(visit, new Map(Object.entries(offered).map(([name, read]) => [name, numbers && read(numbers)])))
}
