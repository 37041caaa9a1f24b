'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { plural } from '@/lib/text/number-text'
import type { Problem } from '../checks/draft-problems'
import { goToProblem } from '../fields/go-to-problem'
import type { Editor } from '../state/editor-context'

type Props = { problems: readonly Problem[]; store: Editor['store'] }

/** How many issues there are. Each press goes to the next one, the blocking ones first. */
export function IssueCount({ problems, store }: Props) {
  const next = useRef(0)
  const blocking = problems.filter(({ isBlocking }) => isBlocking)
  if (problems.length === 0) return null
  const sorted = [...blocking, ...problems.filter(({ isBlocking }) => !isBlocking)]
  const isBad = blocking.length > 0
  const Icon = isBad ? CircleAlert : TriangleAlert
  const text = isBad ? plural(blocking.length, 'issue') : plural(problems.length, 'heads-up', 'heads-ups')
  return (
    <Button
      isSmall
      tone="ghost"
      className={classes('shrink-0', isBad ? 'text-bad!' : 'text-warn!')}
      icon={<Icon aria-hidden size={15} />}
      title="Go to the next one"
      onClick={() => {
        const problem = sorted[next.current % sorted.length]
        next.current = (next.current + 1) % sorted.length
        if (problem) goToProblem(store, problem)
      }}
    >
      {text}
    </Button>
  )
}
