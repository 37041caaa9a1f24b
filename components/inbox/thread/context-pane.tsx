'use client'

import { ExternalLink, MessageCircle, Send, X } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Avatar } from '@/components/account/avatar'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Select } from '@/components/ui/select'
import { tagChars, tagsMax } from '@/lib/inbox/limits'
import type { InboxConversation, InboxNote } from '@/lib/inbox/resource-contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { personOf, previewText } from '../data/person'
import type { Change } from '../data/use-change-conversations'
import { useHistory, useStory, useTeam } from '../data/use-inbox'

// Its field has a list of members, which the first scripts of the page need not have.
const Notes = lazyComponent(
  () => import('./notes').then((it) => it.Notes),
  (loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : <div aria-hidden className="h-16" />),
)

type Props = {
  conversation: InboxConversation
  notes: readonly InboxNote[]
  update: (change: Change) => void
  onOpen: (id: string) => void
  onTag: (tag: string) => void
}

/** Who takes care of the conversation, the post it is about, and what else the person wrote. */
export function ContextPane({ conversation, notes, update, onOpen, onTag }: Props) {
  const mayAnswer = useMay('stories:publish')
  return (
    <div className="flex flex-col gap-5 p-4">
      <Person conversation={conversation} />
      <Part title="Assigned to">
        <Assignee {...{ conversation, update, mayAnswer }} />
      </Part>
      <Part title="Tags">
        <Tags {...{ conversation, update, mayAnswer, onTag }} />
      </Part>
      <Post conversation={conversation} />
      <History {...{ conversation, onOpen }} />
      <Part title="Notes">
        <Notes {...{ conversation, notes }} mayWrite={mayAnswer} />
      </Part>
    </div>
  )
}

const Person = ({ conversation }: Pick<Props, 'conversation'>) => (
  <div className="flex items-center gap-3">
    <ChannelAvatar channel={conversation.platform} name={personOf(conversation)} size="large" />
    <div className="min-w-0">
      <p className="truncate font-semibold">{personOf(conversation)}</p>
      <p className="text-sm text-ink-soft">{channelNames[conversation.platform]}</p>
    </div>
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2">
    <h3 className="text-xs font-medium text-ink-soft">{title}</h3>
    {children}
  </section>
)

const nobody = 'nobody'

type Editable = Pick<Props, 'conversation' | 'update'> & { mayAnswer: boolean }

function Assignee({ conversation: { project_id, assignee_id }, update, mayAnswer }: Editable) {
  const team = useTeam(project_id)
  const assignee = team.find(({ user_id }) => user_id === assignee_id)
  if (!mayAnswer) return <p>{assignee?.name ?? 'Nobody'}</p>
  // Viewers cannot answer.
  const members = team
    .filter(({ role, user_id }) => role !== 'viewer' || user_id === assignee_id)
    .map(({ user_id, name, photo_url, is_you }) => ({
      value: user_id,
      label: is_you ? `${name} (you)` : name,
      icon: <Avatar name={name} photoUrl={photo_url} className="size-5 text-[0.5625rem]" />,
    }))
  return (
    <Select
      aria-label="Assigned to"
      options={[{ value: nobody, label: 'Nobody' }, ...members]}
      value={assignee_id ?? nobody}
      onChange={(next) => update({ assignee_id: next === nobody ? null : next })}
    />
  )
}

function Tags({ conversation: { tags }, update, mayAnswer, onTag }: Editable & Pick<Props, 'onTag'>) {
  const [text, setText] = useState('')
  const add = (): void => {
    const tag = text.trim()
    if (tag && !tags.some((other) => other.toLowerCase() === tag.toLowerCase())) update({ tags: [...tags, tag] })
    setText('')
  }
  return (
    <>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <li key={tag} className="flex max-w-full items-center rounded-full bg-quiet-wash text-sm text-quiet">
              <button
                type="button"
                title={`Show conversations with the tag ${tag}`}
                onClick={() => onTag(tag)}
                className="min-h-6 min-w-0 truncate rounded-full px-2 hover:underline"
              >
                {tag}
              </button>
              {mayAnswer && (
                <button
                  type="button"
                  aria-label={`Remove tag ${tag}`}
                  onClick={() => update({ tags: tags.filter((other) => other !== tag) })}
                  className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-hover"
                >
                  <X aria-hidden size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAnswer && tags.length < tagsMax && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <input
            aria-label="Add a tag"
            placeholder="Add a tag"
            autoComplete="off"
            maxLength={tagChars}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={add}
            className="control"
          />
        </form>
      )}
      {!mayAnswer && tags.length === 0 && <p>None</p>}
    </>
  )
}

/** The commented post: the story, and its address at the network. */
function Post({ conversation }: Pick<Props, 'conversation'>) {
  const { project_id, permalink, platform, kind } = conversation
  const { data: story } = useStory(conversation)
  if (!story && !permalink) return null
  return (
    <Part title={kind === 'comment' ? 'Post' : 'About'}>
      {story && (
        <Link
          href={`/${project_id}/stories/${story.id}`}
          className="flex items-center gap-3 rounded-lg border border-line p-2 hover:bg-hover"
        >
          <RowThumbnail url={story.slides[0]?.media_url} />
          <span className="line-clamp-2 min-w-0 text-sm font-medium wrap-anywhere">{headlineOf(story)}</span>
        </Link>
      )}
      {permalink && (
        <a
          href={permalink}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm text-accent hover:underline"
        >
          View on {channelNames[platform]} <ExternalLink aria-hidden size={14} />
        </a>
      )}
    </Part>
  )
}

/** Other conversations with the person. */
function History({ conversation, onOpen }: Pick<Props, 'conversation' | 'onOpen'>) {
  const { id, project_id, platform, participant_id } = conversation
  const team = useTeam(project_id)
  const { data } = useHistory(project_id, platform, participant_id)
  const others = (data ?? []).filter((other) => other.id !== id)
  return (
    <Part title={`More from ${personOf(conversation)}`}>
      {others.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {data || participant_id === null ? 'No other conversations' : 'Loading…'}
        </p>
      ) : (
        <ul className="-mx-2 flex flex-col">
          {others.map((other) => {
            const Icon = other.kind === 'comment' ? MessageCircle : Send
            return (
              <li key={other.id}>
                <button
                  type="button"
                  onClick={() => onOpen(other.id)}
                  className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover"
                >
                  <Icon aria-hidden size={14} className="shrink-0 text-ink-soft" />
                  <span className="min-w-0 flex-1 truncate">{previewText(other, team)}</span>
                  <Time at={other.last_message_at} style="dayOfMonth" className="shrink-0 text-xs text-ink-soft" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </Part>
  )
}
