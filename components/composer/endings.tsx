'use client'

import { CalendarClock, Save, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Ending } from './use-ending'

type Props = {
  primary: Ending
  isScheduled: boolean
  /** Whoever ends it so only asks: somebody else lets it go out. */
  asksForApproval: boolean
  busyWith: Ending | null
  onEnd: (ending: Ending) => void
}

const icons = { draft: Save, schedule: CalendarClock, publish: Send } as const

function labelsOf(isScheduled: boolean, asksForApproval: boolean): Record<Ending, string> {
  const schedule = asksForApproval ? 'Ask for approval' : 'Schedule'
  return {
    draft: isScheduled ? 'Back to draft' : 'Save draft',
    schedule: isScheduled ? 'Save' : schedule,
    publish: asksForApproval ? 'Ask to publish now' : 'Publish now',
  }
}

export function Endings({ primary, isScheduled, asksForApproval, busyWith, onEnd }: Props) {
  const labels = labelsOf(isScheduled, asksForApproval)
  const modifier = useModifier()
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:w-full sm:gap-2">
      {(['draft', 'schedule', 'publish'] as const).map((ending) => {
        const Icon = icons[ending]
        const isPrimary = ending === primary
        return (
          <Button
            key={ending}
            tone={isPrimary ? 'primary' : 'secondary'}
            icon={<Icon aria-hidden size={16} className="max-sm:hidden" />}
            className="max-sm:flex-1 max-sm:px-1 max-sm:text-sm"
            isBusy={busyWith === ending}
            disabled={busyWith !== null && busyWith !== ending}
            aria-keyshortcuts={isPrimary ? 'Control+Enter Meta+Enter' : undefined}
            onClick={() => onEnd(ending)}
          >
            {labels[ending]}
            {isPrimary && (
              <kbd aria-hidden className="hidden rounded border border-current px-1 font-sans text-xs sm:inline">
                {modifier} ↵
              </kbd>
            )}
          </Button>
        )
      })}
    </div>
  )
}

/** The key as this keyboard calls it; known to the browser alone. */
function useModifier(): string {
  const [modifier, setModifier] = useState('Ctrl')
  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) setModifier('⌘')
  }, [])
  return modifier
}
