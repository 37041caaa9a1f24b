'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { plural } from '@/lib/text/number-text'
import type { Problem } from '../checks/draft-problems'
import { goToProblem } from '../fields/go-to-problem'
import type { Editor } from '../state/editor-context'

type Props = {
  problems: readonly Problem[]
  store: Editor['store']
  /** The story was to be published, and the issues prevented it. */
  isBlocked?: boolean
  isSaved?: boolean
}

/** How many issues there are. Each press goes to the next one, the blocking ones first. */
export function IssueCount({ problems, store, isBlocked = false, isSaved = false }: Props) {
  const next = useRef(0)
  const blocking = problems.filter(({ isBlocking }) => isBlocking)
  const hasFailed = isBlocked && blocking.length > 0
  const failure = `Not published yet. Fix ${plural(blocking.length, 'issue')} first.${isSaved ? ' The draft is saved.' : ''}`
  const sorted = [...blocking, ...problems.filter(({ isBlocking }) => !isBlocking)]
  const isBad = blocking.length > 0
  const Icon = isBad ? CircleAlert : TriangleAlert
  const issues = isBad && plural(blocking.length, 'issue')
  const warnings =
    problems.length > blocking.length && plural(problems.length - blocking.length, 'heads-up', 'heads-ups')
  const text = [issues, warnings].filter(Boolean).join(', ')
  return (
    <>
      <span role="status" className="sr-only">
        {hasFailed && failure}
      </span>
      {problems.length > 0 && (
        <Button
          isSmall
          tone="ghost"
          className={classes('shrink-0', isBad ? 'text-bad!' : 'text-warn!', hasFailed && 'bg-bad-wash!')}
          icon={<Icon aria-hidden size={15} />}
          title="Go to the next one"
          onClick={() => {
            const problem = sorted[next.current % sorted.length]
            next.current = (next.current + 1) % sorted.length
            if (problem) goToProblem(store, problem)
          }}
        >
          {hasFailed ? `Fix ${issues} first` : text}
        </Button>
      )}
    </>
  )
}
