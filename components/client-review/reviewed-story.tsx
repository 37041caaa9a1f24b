'use client'

import { useRef, useState } from 'react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import { PostPreview } from '@/components/previews/post-preview'
import type { LinkCardData } from '@/components/previews/preview-props'
import { cardLinks } from '@/components/previews/rules/card-links'
import { postTime } from '@/components/previews/rules/post-time'
import { Time, useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channel-ids'
import { parseUrl } from '@/lib/parse-url'
import { reviewerChars } from '@/lib/review-links/limits'
import type { ReviewStory } from '@/lib/review-links/public-contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { ClientComments } from './client-comments'
import { Decision } from './decision'

type Props = { token: string; story: ReviewStory; now: Date; name: string; onName: (name: string) => void }

/** A story: its post on one network at a time, and what the client says about it. */
export function ReviewedStory({ token, story, now, name, onName }: Props) {
  const { times, posts } = story
  const channels = times.map(({ channel }) => channel)
  const [chosen, setChosen] = useState<ChannelId | null>(null)
  const shown = chosen && channels.includes(chosen) ? chosen : channels[0]
  const post = shown && posts[shown]
  const title = headlineOf({ title: story.title, caption: post?.caption ?? '' })
  const [isNameMissing, setIsNameMissing] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  /** The entered name. Null focuses its field. */
  const requireName = (): string | null => {
    const entered = name.trim()
    setIsNameMissing(entered === '')
    if (entered === '') nameField.current?.focus()
    return entered || null
  }
  return (
    <article aria-label={title} className="panel grid overflow-hidden md:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 bg-canvas max-md:border-b md:border-r border-line">
        {channels.length > 1 && shown && (
          <ChannelChoice story={story} channels={channels} shown={shown} onShow={setChosen} />
        )}
        {shown && post && <ShownPost {...{ story, channel: shown, post, now }} />}
      </div>
      <div className="flex min-w-0 flex-col gap-5 p-4 sm:p-5">
        <div>
          <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
          <PlannedTimes times={times} />
        </div>
        <TextField
          ref={nameField}
          label="Your name"
          autoComplete="name"
          maxLength={reviewerChars}
          value={name}
          // One line, like the error that replaces it, so nothing moves.
          hint={isNameMissing ? undefined : 'Shown to the team.'}
          error={isNameMissing ? 'Enter your name first.' : null}
          onChange={(event) => {
            onName(event.target.value)
            setIsNameMissing(false)
          }}
        />
        <Decision {...{ token, story, requireName }} />
        <ClientComments {...{ token, story, requireName }} />
      </div>
    </article>
  )
}

type ChoiceProps = {
  story: ReviewStory
  channels: readonly ChannelId[]
  shown: ChannelId
  onShow: (channel: ChannelId) => void
}

const ChannelChoice = ({ story, channels, shown, onShow }: ChoiceProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row.
  <div role="group" aria-label="Show the post on" className="flex flex-wrap gap-1 border-b border-line bg-surface p-2">
    {channels.map((channel) => (
      <button
        key={channel}
        type="button"
        aria-pressed={channel === shown}
        onClick={() => onShow(channel)}
        className={classes(
          'flex control-height items-center gap-2 rounded-lg px-2 text-sm',
          channel === shown ? 'bg-accent-wash font-medium text-accent' : 'text-ink-soft hover:bg-hover hover:text-ink',
        )}
      >
        <ChannelAvatar
          channel={channel}
          name={story.accounts[channel]?.name ?? null}
          photoUrl={story.accounts[channel]?.picture_url ?? null}
          size="small"
        />
        {channelNames[channel]}
      </button>
    ))}
  </div>
)

type PostProps = {
  story: ReviewStory
  channel: ChannelId
  post: NonNullable<ReviewStory['posts'][ChannelId]>
  now: Date
}

function ShownPost({ story, channel, post, now }: PostProps) {
  const zone = useZone()
  const account = story.accounts[channel]
  const at = story.times.find((one) => one.channel === channel)?.at ?? null
  return (
    <PostPreview
      channel={channel}
      // The page’s own background: some networks have a pure black one.
      className="bg-transparent! p-4 sm:p-6"
      post={post}
      account={{
        name: account?.name ?? null,
        handle: account?.handle ?? null,
        photoUrl: account?.picture_url ?? null,
      }}
      time={postTime(channel, at, now, zone)}
      imageUrlOf={(url) => story.image_urls[url] ?? url}
      cards={cardLinks(channel, post).map((url) => (url === null ? null : cardOf(url, post.tracked_link)))}
      opensFiles
    />
  )
}

/** The page of the link is not read for clients, so a card has only its domain. */
function cardOf(url: string, tracked: PostProps['post']['tracked_link']): LinkCardData {
  const target = tracked && tracked.short_url === url ? tracked.destination_url : url
  const domain = parseUrl(target)?.host.replace(/^www\./, '') ?? target
  return { domain, title: null, description: null, imageUrl: null }
}

/** One time if all channels have the same. */
function PlannedTimes({ times }: Pick<ReviewStory, 'times'>) {
  const distinct = [...new Set(times.map(({ at }) => at))]
  if (distinct.length <= 1) {
    const [at = null] = distinct
    return <p className="text-sm text-ink-soft">{at ? <Time at={at} style="short" /> : 'Not scheduled yet'}</p>
  }
  return (
    <ul className="text-sm text-ink-soft">
      {times.map(({ channel, at }) => (
        <li key={channel}>
          {channelNames[channel]}: {at ? <Time at={at} style="short" /> : 'not scheduled yet'}
        </li>
      ))}
    </ul>
  )
}
