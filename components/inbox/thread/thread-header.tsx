'use client'

import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  CircleCheck,
  ExternalLink,
  Mail,
  PanelRight,
  RotateCcw,
  ShieldAlert,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import { useConnections } from '@/components/connections/use-connections'
import { useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { kindText, personOf } from '../data/person'
import { SnoozeButton } from './snooze'

const Dialog = lazyComponent(() => import('@/components/ui/dialog').then((it) => it.Dialog))

type Actions = Record<'resolve' | 'reopen' | 'markSpam' | 'archive' | 'restore' | 'markUnread', () => void> & {
  snooze: (until: string) => void
}

type Props = {
  conversation: InboxConversation
  actions: Actions
  isSnoozing: boolean
  onSnoozing: (isSnoozing: boolean) => void
  /** Shown in a dialog where there is no room next to the thread. */
  context: ReactNode
  onClose: () => void
}

export function ThreadHeader({ conversation, actions, isSnoozing, onSnoozing, context, onClose }: Props) {
  const { platform, status, archived, snoozed_until, permalink } = conversation
  const [isShown, setIsShown] = useState(false)
  const mayAnswer = useMay('stories:publish')
  const person = personOf(conversation)
  const isOpen = status === 'open' || status === 'snoozed'
  const links: MenuItem[] = permalink
    ? [
        {
          label: `Open on ${channelNames[platform]}`,
          icon: <ExternalLink aria-hidden size={16} />,
          onSelect: () => window.open(permalink, '_blank', 'noreferrer'),
        },
      ]
    : []
  const more: MenuItem[] = mayAnswer ? [...changesOf({ status, archived }, actions), ...links] : links
  return (
    <header className="flex min-h-14 items-center gap-1 border-b border-line px-3 py-2 @max-lg:gap-0">
      <IconButton label="Back to the list" onClick={onClose} className="-ml-1.5 @2xl:hidden">
        <ArrowLeft aria-hidden size={16} />
      </IconButton>
      <span className="flex @max-sm:hidden">
        <ChannelAvatar channel={platform} name={person} />
      </span>
      <div className="min-w-0 flex-1 pl-2 @max-sm:pl-1">
        <h2 className="truncate font-semibold">{person}</h2>
        <p className="truncate text-xs text-ink-soft">
          {status === 'snoozed' && snoozed_until ? (
            <>
              Snoozed until <Time at={snoozed_until} style="compact" />
            </>
          ) : (
            <ToAccount conversation={conversation} />
          )}
        </p>
      </div>
      {mayAnswer && (
        <>
          <Button
            isSmall
            aria-keyshortcuts="E"
            title={isOpen ? 'Resolve' : 'Reopen'}
            icon={isOpen ? <CircleCheck aria-hidden size={16} /> : <RotateCcw aria-hidden size={16} />}
            onClick={isOpen ? actions.resolve : actions.reopen}
          >
            <span className="@max-lg:sr-only">{isOpen ? 'Resolve' : 'Reopen'}</span>
          </Button>
          <SnoozeButton isOpen={isSnoozing} onOpenChange={onSnoozing} onSnooze={actions.snooze} />
        </>
      )}
      <IconButton label="Details" aria-haspopup="dialog" onClick={() => setIsShown(true)} className="@4xl:hidden">
        <PanelRight aria-hidden size={16} />
      </IconButton>
      {more.length > 0 && <MoreMenu label="More actions" items={more} />}
      {isShown && (
        <Dialog title="Details" onClose={() => setIsShown(false)}>
          <div className="-m-4">{context}</div>
        </Dialog>
      )}
    </header>
  )
}

function changesOf({ status, archived }: Pick<InboxConversation, 'status' | 'archived'>, actions: Actions): MenuItem[] {
  const isSpam = status === 'spam'
  return [
    { label: 'Mark as unread', icon: <Mail aria-hidden size={16} />, onSelect: actions.markUnread },
    isSpam
      ? { label: 'Not spam', icon: <RotateCcw aria-hidden size={16} />, onSelect: actions.reopen }
      : { label: 'Mark as spam', icon: <ShieldAlert aria-hidden size={16} />, onSelect: actions.markSpam },
    archived
      ? { label: 'Restore', icon: <ArchiveRestore aria-hidden size={16} />, onSelect: actions.restore }
      : { label: 'Archive', icon: <Archive aria-hidden size={16} />, onSelect: actions.archive },
  ]
}

/** “Comment on Instagram, @northwind”: a project can have several accounts of a network. */
function ToAccount({ conversation }: { conversation: InboxConversation }) {
  const { project_id, platform, account_id } = conversation
  const account = useConnections(project_id).find(
    (connection) => connection.channel === platform && connection.account_id === account_id,
  )
  const name = account?.handle ? `@${account.handle}` : account?.account_name
  return (
    <>
      {kindText(conversation)}
      {name && `, to ${name}`}
    </>
  )
}
