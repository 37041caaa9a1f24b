'use client'

import { Check, Plus } from 'lucide-react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import { photoUrlOf } from '@/components/connections/preview-account'
import { ButtonLink } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { fieldId } from '../draft/field-target'
import { useDraft, useEditor } from '../state/editor-context'
import { StoryIssues } from './field-issues'

/** The accounts to post to. The first channel in the fixed order is the primary one. */
export function ChannelPicker() {
  const { projectId, store, connected, connections } = useEditor()
  const { channels } = useDraft()
  const choose = (next: ChannelId[]): void => store.dispatch({ type: 'edited', patch: { channels: next } })
  const hasAll = connected.length > 0 && connected.every((channel) => channels.includes(channel))
  return (
    <fieldset
      id={fieldId({ channel: null, field: 'channels' })}
      tabIndex={-1}
      className="flex flex-col gap-2 outline-none"
    >
      <legend className="sr-only">Channels</legend>
      {/* Without gaps, so that seven channels and “None” fit one line of most phones. */}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5 max-sm:-mx-2 max-sm:gap-0">
        {channelIds.map((channel) => (
          <ChannelToggle
            key={channel}
            channel={channel}
            projectId={projectId}
            account={connections.find((each) => each.channel === channel && each.connected)}
            isChosen={channels.includes(channel)}
            isConnected={connected.includes(channel)}
            onToggle={() => choose(channelIds.filter((id) => channels.includes(id) !== (id === channel)))}
          />
        ))}
        {connected.length > 1 && (
          <button
            type="button"
            onClick={() =>
              choose(hasAll ? [] : channelIds.filter((id) => connected.includes(id) || channels.includes(id)))
            }
            className="min-h-8 rounded-lg px-1 text-sm sm:ml-1 sm:px-2 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11"
          >
            {hasAll ? 'None' : 'All'}
            <span className="sr-only"> of the channels</span>
          </button>
        )}
        {connected.length === 0 && (
          <ButtonLink isSmall href={`/${projectId}/connections`} icon={<Plus aria-hidden size={14} />}>
            Connect an account
          </ButtonLink>
        )}
      </div>
      <StoryIssues />
    </fieldset>
  )
}

type ToggleProps = {
  channel: ChannelId
  projectId: string
  account: SocialConnection | undefined
  isChosen: boolean
  isConnected: boolean
  onToggle: () => void
}

function ChannelToggle({ channel, projectId, account, isChosen, isConnected, onToggle }: ToggleProps) {
  const note = isConnected ? account?.sandbox && 'sandbox' : 'not connected'
  const names = [channelNames[channel], account?.account_name, note]
  const name = names.filter(Boolean).join(', ')
  return (
    <label
      title={name}
      className={classes(
        'relative flex size-11 shrink-0 items-center justify-center rounded-full transition-[opacity,filter] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
        !isChosen && 'opacity-60 grayscale hover:opacity-100 hover:grayscale-0',
      )}
    >
      <input
        type="checkbox"
        aria-label={name}
        className="absolute inset-0 z-10 cursor-pointer opacity-0"
        checked={isChosen}
        onChange={onToggle}
      />
      <span
        className={classes(
          'flex rounded-full p-0.5 ring-2',
          isChosen ? 'ring-accent' : 'ring-transparent',
          !isConnected && 'outline-1 outline-line-strong outline-dashed',
        )}
      >
        <ChannelAvatar
          channel={channel}
          name={account?.account_name ?? null}
          photoUrl={photoUrlOf(projectId, account?.picture_url)}
          size="medium"
          isLogo
        />
      </span>
      {isChosen && (
        <span
          aria-hidden
          className="absolute -top-0.5 left-0 flex size-4 items-center justify-center rounded-full bg-accent-fill text-on-accent ring-2 ring-surface"
        >
          <Check size={10} strokeWidth={3} />
        </span>
      )}
    </label>
  )
}
