import { Archive, CircleCheck, MailOpen, RotateCcw, ShieldAlert, UserCheck, UserX, X } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '@/components/account/avatar'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import type { Member } from '@/lib/members/contract'
import { plural } from '@/lib/text/number-text'
import type { Folder } from '../data/inbox-filter'
import type { Change, ChangeConversations } from '../data/use-change-conversations'
import { SnoozeButton } from '../thread/snooze'
import type { Selection } from './use-selection'

type Props = { selection: Selection; folder: Folder; team: readonly Member[]; change: ChangeConversations }

/** Members in the menu. In larger teams, others are assigned in the conversation. */
const assigneesMax = 8

/** What can be done with the selected conversations, each with undo. */
export function BulkActions({ selection: { chosen, clear }, folder, team, change }: Props) {
  const [count, isResolved] = [plural(chosen.length, 'conversation'), folder === 'resolved']
  const [isSnoozing, setIsSnoozing] = useState(false)
  const { timeZone, locale } = useZone()
  const run = (what: Change, done: string): void => {
    void change(chosen, what, `${count} ${done}.`)
    clear()
  }
  const items: MenuItem[] = [
    ...assignItems(team, (assignee_id, name) =>
      run({ assignee_id }, assignee_id === null ? 'unassigned' : `assigned to ${name}`),
    ),
    {
      label: 'Mark as read',
      icon: <MailOpen aria-hidden size={16} />,
      onSelect: () => run({ read: true }, 'marked as read'),
    },
    ...(folder === 'archived'
      ? []
      : [
          {
            label: 'Archive',
            icon: <Archive aria-hidden size={16} />,
            onSelect: () => run({ archived: true }, 'archived'),
          },
        ]),
    ...(folder === 'spam'
      ? []
      : [
          {
            label: 'Mark as spam',
            icon: <ShieldAlert aria-hidden size={16} />,
            onSelect: () => run({ status: 'spam' }, 'marked as spam'),
          },
        ]),
  ]
  return (
    <section aria-label="Selected conversations" className="flex min-w-0 flex-1 items-center">
      <p role="status" className="mr-auto truncate text-sm font-medium tabular-nums">
        {chosen.length}
        {/* No room in the narrow pane. */}
        <span className="@2xl:@max-6xl:sr-only"> selected</span>
      </p>
      {isResolved ? (
        <Button isSmall icon={<RotateCcw aria-hidden size={16} />} onClick={() => run({ status: 'open' }, 'reopened')}>
          Reopen
        </Button>
      ) : (
        <Button
          isSmall
          icon={<CircleCheck aria-hidden size={16} />}
          onClick={() => run({ status: 'resolved' }, 'resolved')}
        >
          Resolve
        </Button>
      )}
      <SnoozeButton
        isOpen={isSnoozing}
        onOpenChange={setIsSnoozing}
        onSnooze={(until) =>
          run(
            { status: 'snoozed', snoozed_until: until },
            `snoozed until ${formatTime(until, 'short', timeZone, locale)}`,
          )
        }
      />
      <MoreMenu label="More actions for the selected conversations" items={items} />
      <IconButton label="Clear selection" onClick={clear}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  )
}

function assignItems(team: readonly Member[], assign: (userId: string | null, name: string) => void): MenuItem[] {
  // Viewers cannot answer.
  const members = team.filter(({ role }) => role !== 'viewer')
  const you = members.find(({ is_you }) => is_you)
  const others = members.filter(({ is_you }) => !is_you).slice(0, assigneesMax)
  return [
    ...(you
      ? [
          {
            label: 'Assign to me',
            icon: <UserCheck aria-hidden size={16} />,
            onSelect: () => assign(you.user_id, 'you'),
          },
        ]
      : []),
    ...others.map(({ user_id, name, photo_url }) => ({
      label: `Assign to ${name}`,
      icon: <Avatar name={name} photoUrl={photo_url} className="size-4 text-[0.5rem]" />,
      onSelect: () => assign(user_id, name),
    })),
    { label: 'Unassign', icon: <UserX aria-hidden size={16} />, onSelect: () => assign(null, '') },
  ]
}
