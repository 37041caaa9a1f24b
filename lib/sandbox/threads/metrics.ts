import type { Answer } from '../exchange'
import { unknownObject } from '../meta/envelope'
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
  return [{ method: 'GET', path: '/:id/insights', name: 'insights', handle: (visit) => readInsights(sandbox, visit) }]
}

function readInsights(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  const post = sandbox.ledger.find('threads', id)
  if (post?.account_id !== visit.account.account_id) throw unknownObject('GET', id)
  const numbers = numbersOf(sandbox).of(post)
  return insightsAnswer(visit, new Map(Object.entries(offered).map(([name, read]) => [name, numbers && read(numbers)])))
}
