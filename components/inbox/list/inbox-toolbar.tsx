'use client'

import { Archive, Mail, MessageCircle, Send, ShieldAlert } from 'lucide-react'
import { Avatar } from '@/components/account/avatar'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { classes } from '@/components/ui/classes'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { SearchField } from '@/components/ui/data/search-field'
import { inboxPlatforms } from '@/lib/inbox/kinds'
import type { Member } from '@/lib/members/contract'
import type { Folder, InboxFilter } from '../data/inbox-filter'

const folderSegments: { value: Folder; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
]
const folderOptions = [
  { value: 'spam', label: 'Spam', icon: <ShieldAlert aria-hidden size={16} className="text-ink-soft" /> },
  { value: 'archived', label: 'Archived', icon: <Archive aria-hidden size={16} className="text-ink-soft" /> },
] as const
const platformOptions = inboxPlatforms.map((value) => ({
  value,
  label: channelNames[value],
  icon: <ChannelIcon channel={value} />,
}))
const kindOptions = [
  { value: 'comment', label: 'Comments', icon: <MessageCircle aria-hidden size={16} className="text-ink-soft" /> },
  { value: 'dm', label: 'Messages', icon: <Send aria-hidden size={16} className="text-ink-soft" /> },
] as const

type Props = { filter: InboxFilter; team: readonly Member[]; onChange: (filter: InboxFilter) => void }

export function InboxToolbar({ filter, team, onChange }: Props) {
  const set = (change: Partial<InboxFilter>): void => onChange({ ...filter, ...change })
  const { folder, platform, kind, assignee, isUnread, tag, words } = filter
  const assignees = [
    { value: 'me', label: 'Me' },
    { value: 'none', label: 'Unassigned' },
    ...team
      .filter(({ is_you }) => !is_you)
      .map(({ user_id, name, photo_url }) => ({
        value: user_id,
        label: name,
        icon: <Avatar name={name} photoUrl={photo_url} className="size-5 text-[0.5625rem]" />,
      })),
  ]
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-2">
      <SearchField label="Search messages" value={words} onChange={(next) => set({ words: next })} />
      <SegmentedControl
        label="Status"
        segments={folderSegments}
        value={folder}
        onChange={(next) => set({ folder: next })}
      />
      {/* On phones one line that scrolls sideways. */}
      <div className="contents max-sm:-mx-4 max-sm:flex max-sm:min-w-full max-sm:gap-2 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:*:shrink-0">
        <button
          type="button"
          aria-pressed={isUnread}
          onClick={() => set({ isUnread: !isUnread })}
          className={classes(
            'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm pointer-coarse:h-9',
            isUnread
              ? 'border-accent bg-accent-wash text-accent'
              : 'border-line-strong border-dashed text-ink-soft hover:text-ink',
          )}
        >
          <Mail aria-hidden size={14} />
          Unread
        </button>
        <FilterChip
          label="Assignee"
          options={assignees}
          value={assignee}
          onChange={(next) => set({ assignee: next })}
        />
        <FilterChip
          label="Network"
          options={platformOptions}
          value={platform}
          onChange={(next) => set({ platform: next })}
        />
        <FilterChip label="Type" options={kindOptions} value={kind} onChange={(next) => set({ kind: next })} />
        <FilterChip
          label="Folder"
          options={folderOptions}
          value={folder === 'spam' || folder === 'archived' ? folder : null}
          onChange={(next) => set({ folder: next ?? 'open' })}
        />
        {tag !== null && (
          <FilterChip
            label="Tag"
            options={[{ value: tag, label: tag }]}
            value={tag}
            onChange={(next) => set({ tag: next })}
          />
        )}
      </div>
    </search>
  )
}
