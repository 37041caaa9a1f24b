'use client'

import { CalendarClock, CalendarRange, ChevronDown, ListPlus, Save, Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Menu, type MenuItem } from '@/components/ui/menu'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { FinishAction } from '../state/missing-field'

type Props = {
  primary: FinishAction
  isScheduled: boolean
  hasTime: boolean
  /** The user cannot approve. */
  asksForApproval: boolean
  /** Why the story cannot be added to the queue; null if it can. */
  queueBlocker: string | null
  busyWith: FinishAction | null
  onPress: (action: FinishAction) => void
  onChooseTime: () => void
  onSetSlots: () => void
}

const icons = { draft: Save, schedule: CalendarClock, queue: ListPlus, publish: Send } as const

function primaryLabel({ primary, isScheduled, asksForApproval }: Props): string {
  if (primary === 'schedule' && isScheduled) return 'Save'
  if (asksForApproval) return 'Send for approval'
  return { draft: 'Save draft', schedule: 'Schedule', queue: 'Add to queue', publish: 'Post now' }[primary]
}

/** The other ways to finish. */
function menuOf(props: Props): MenuItem[] {
  const { primary, isScheduled, hasTime, asksForApproval, queueBlocker, onPress, onChooseTime, onSetSlots } = props
  const item = (action: FinishAction, label: string, onSelect = () => onPress(action)): MenuItem => {
    const Icon = icons[action]
    return { label, icon: <Icon aria-hidden size={16} />, onSelect }
  }
  return [
    ...(primary === 'schedule' || isScheduled
      ? []
      : [item('schedule', 'Schedule…', hasTime ? undefined : onChooseTime)]),
    ...(primary === 'publish' ? [] : [item('publish', asksForApproval ? 'Post once approved' : 'Post now')]),
    ...(primary === 'queue' || isScheduled
      ? []
      : [{ ...item('queue', 'Add to queue'), disabledBecause: queueBlocker ?? undefined }]),
    ...(queueBlocker === null || isScheduled
      ? []
      : [{ label: 'Set posting slots…', icon: <CalendarRange aria-hidden size={16} />, onSelect: onSetSlots }]),
    item('draft', isScheduled ? 'Move to drafts' : 'Save draft'),
  ]
}

/** The main action, and a menu with the others. */
export function FinishButton(props: Props) {
  const { primary, busyWith, onPress } = props
  const modifier = useBrowserValue(modifierKey, 'Ctrl')
  const isBusy = busyWith !== null
  return (
    <div className="flex shrink-0">
      <Button
        tone="primary"
        className="rounded-r-none"
        isBusy={isBusy}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title={`${modifier} ↵`}
        onClick={() => onPress(primary)}
      >
        {primaryLabel(props)}
      </Button>
      <Menu
        label="More ways to finish"
        opensUp
        items={isBusy ? [] : menuOf(props)}
        trigger={<ChevronDown size={16} />}
        triggerClassName="flex control-size items-center justify-center rounded-r-lg border-l border-on-accent/25 bg-accent-fill text-on-accent hover:bg-accent-fill-hover"
      />
    </div>
  )
}

const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')
