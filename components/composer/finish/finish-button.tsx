'use client'

import { BadgeCheck, CalendarClock, CalendarRange, ChevronDown, ListPlus, Save, Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Menu, type MenuItem } from '@/components/ui/menu'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { FinishAction } from '../state/missing-field'

type Props = {
  primary: FinishAction
  isScheduled: boolean
  hasTime: boolean
  /** Posts need an approval, which the user can ask for, or also give. */
  approval: 'not needed' | 'asks' | 'gives'
  /** Why the story cannot be added to the queue; null if it can. */
  queueBlocker: string | null
  busyWith: FinishAction | null
  /** @param isApproved the user also approves the posts */
  onPress: (action: FinishAction, isApproved?: boolean) => void
  onChooseTime: () => void
  onSetSlots: () => void
}

const icons = { draft: Save, schedule: CalendarClock, queue: ListPlus, publish: Send } as const

function primaryLabel({ primary, isScheduled, approval }: Props): string {
  if (primary === 'schedule' && isScheduled) return 'Save'
  if (approval !== 'not needed') return 'Send for approval'
  return { draft: 'Save draft', schedule: 'Schedule', queue: 'Add to queue', publish: 'Post now' }[primary]
}

const approvedLabels = { draft: '', schedule: 'schedule', queue: 'add to queue', publish: 'post now' } as const

/** The other ways to finish. */
function menuOf(props: Props): MenuItem[] {
  const { primary, isScheduled, hasTime, approval, queueBlocker, onPress, onChooseTime, onSetSlots } = props
  const item = (action: FinishAction, label: string, onSelect = () => onPress(action)): MenuItem => {
    const Icon = icons[action]
    return { label, icon: <Icon aria-hidden size={16} />, onSelect }
  }
  const approved = primary === 'schedule' && isScheduled ? 'save' : approvedLabels[primary]
  return [
    ...(approval === 'gives'
      ? [
          {
            label: `Approve and ${approved}`,
            icon: <BadgeCheck aria-hidden size={16} />,
            onSelect: () => onPress(primary, true),
          },
        ]
      : []),
    ...(primary === 'schedule' || isScheduled
      ? []
      : [item('schedule', 'Schedule…', hasTime ? undefined : onChooseTime)]),
    ...(primary === 'publish' ? [] : [item('publish', approval === 'not needed' ? 'Post now' : 'Post once approved')]),
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
