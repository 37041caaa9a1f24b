'use client'

import { CalendarClock, Save, Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { Ending } from './use-ending'

type Props = {
  primary: Ending
  isScheduled: boolean
  busyWith: Ending | null
  onEnd: (ending: Ending) => void
}

const icons = { draft: Save, schedule: CalendarClock, publish: Send } as const

export function Endings({ primary, isScheduled, busyWith, onEnd }: Props) {
  const labels: Record<Ending, string> = {
    draft: isScheduled ? 'Back to draft' : 'Save draft',
    schedule: isScheduled ? 'Save' : 'Schedule',
    publish: 'Publish now',
  }
  return (
    <div className="flex flex-wrap gap-1.5 sm:gap-2">
      {(['draft', 'schedule', 'publish'] as const).map((ending) => {
        const Icon = icons[ending]
        const isPrimary = ending === primary
        return (
          <Button
            key={ending}
            tone={isPrimary ? 'primary' : 'secondary'}
            icon={<Icon aria-hidden size={16} className="max-sm:hidden" />}
            className="max-sm:flex-1 max-sm:px-1.5"
            isBusy={busyWith === ending}
            disabled={busyWith !== null && busyWith !== ending}
            aria-keyshortcuts={isPrimary ? 'Control+Enter Meta+Enter' : undefined}
            onClick={() => onEnd(ending)}
          >
            {labels[ending]}
            {isPrimary && (
              <kbd aria-hidden className="hidden rounded border border-current px-1 font-sans text-xs sm:inline">
                Ctrl ↵
              </kbd>
            )}
          </Button>
        )
      })}
    </div>
  )
}
