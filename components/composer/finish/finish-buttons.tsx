'use client'

import { CalendarClock, Save, Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { FinishAction } from '../state/missing-field'

type Props = {
  primary: FinishAction
  isScheduled: boolean
  /** The user cannot approve. */
  asksForApproval: boolean
  busyWith: FinishAction | null
  onPress: (action: FinishAction) => void
}

const icons = { draft: Save, schedule: CalendarClock, publish: Send } as const

/** Adding to the queue is offered beside the time. */
type ButtonAction = Exclude<FinishAction, 'queue'>

function labelsOf(isScheduled: boolean, asksForApproval: boolean): Record<ButtonAction, string> {
  const schedule = asksForApproval ? 'Send for approval' : 'Schedule'
  return {
    draft: isScheduled ? 'Move to drafts' : 'Save draft',
    schedule: isScheduled ? 'Save' : schedule,
    publish: asksForApproval ? 'Publish once approved' : 'Publish now',
  }
}

export function FinishButtons({ primary, isScheduled, asksForApproval, busyWith, onPress }: Props) {
  const labels = labelsOf(isScheduled, asksForApproval)
  const modifier = useBrowserValue(modifierKey, 'Ctrl')
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:w-full sm:gap-2">
      {(['draft', 'schedule', 'publish'] as const).map((action) => {
        const Icon = icons[action]
        const isPrimary = action === primary
        return (
          <Button
            key={action}
            tone={isPrimary ? 'primary' : 'secondary'}
            icon={<Icon aria-hidden size={16} className="max-sm:hidden" />}
            className="max-sm:flex-1 max-sm:px-1 max-sm:text-sm"
            isBusy={busyWith === action}
            disabled={busyWith !== null && busyWith !== action}
            aria-keyshortcuts={isPrimary ? 'Control+Enter Meta+Enter' : undefined}
            onClick={() => onPress(action)}
          >
            {labels[action]}
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

const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')
