'use client'

import { RotateCcw } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channel-ids'
import { isCustomised } from '../draft/draft'
import { ChannelCaption } from './channel-caption'
import { ChannelMedia } from './channel-media'
import { FirstCommentField } from './first-comment-field'
import { GhostFields } from './ghost-fields'
import { InstagramPinFields } from './instagram-pin-fields'
import { OverrideUrlField } from './override-url-field'
import { PinterestFields } from './pinterest-fields'
import { PostTypeFields } from './post-type-fields'
import { ResetButton } from './reset-button'
import { ThreadOptions } from './thread-options'
import { useOverride } from './use-override'

type Props = {
  channel: ChannelId
  /** The pin is stored with the story, so "Edit and retry" does not show it. */
  hasPin?: boolean
}

/** Overrides of one channel. Each field shows the story's value until it is changed. */
export function ChannelFields({ channel, hasPin = true }: Props) {
  const { draft, own, idOf, edit } = useOverride(channel)
  const name = channelNames[channel]
  const hasOverrides = isCustomised(draft, channel)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">
          {hasOverrides ? `Customised for ${name}.` : `Same as all channels. Edit to customise for ${name}.`}
        </p>
        {hasOverrides && (
          <Button
            isSmall
            icon={<RotateCcw aria-hidden size={16} />}
            onClick={() => edit(Object.fromEntries(Object.keys(own).map((member) => [member, undefined])))}
          >
            Reset all
          </Button>
        )}
      </div>
      <ChannelCaption channel={channel} />
      {(channel === 'x' || channel === 'threads') && <ThreadOptions channel={channel} />}
      <TextField
        id={idOf('hashtags')}
        label={`Hashtags for ${name}`}
        isOptional
        value={own.hashtags ?? draft.hashtags}
        onChange={({ target: { value } }) => edit({ hashtags: value === draft.hashtags ? undefined : value })}
        aside={
          <ResetButton
            isShown={own.hashtags !== undefined}
            what="hashtags"
            onReset={() => edit({ hashtags: undefined })}
          />
        }
      />
      {channel !== 'pinterest' && channel !== 'ghost' && <FirstCommentField key={channel} channel={channel} />}
      <ChannelMedia channel={channel} />
      {channel === 'pinterest' && <PinterestFields />}
      {channel === 'ghost' && <GhostFields />}
      {channel === 'instagram' && (
        <OverrideUrlField
          channel="instagram"
          member="cover_image_url"
          label="Cover image"
          hint="Shown before the reel plays."
        />
      )}
      {channel === 'instagram' && hasPin && <InstagramPinFields />}
      <PostTypeFields channel={channel} />
    </div>
  )
}
