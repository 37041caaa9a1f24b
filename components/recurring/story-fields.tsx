'use client'

import { Check, Images, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { PillarField } from '@/components/pillars/pillar-field'
import { Button, IconButton } from '@/components/ui/button'
import { withKeys } from '@/components/ui/data/with-keys'
import { Field, GroupField, TextField } from '@/components/ui/field'
import { lazyComponent } from '@/components/ui/lazy-component'
import { channelIds } from '@/lib/channel-ids'
import type { RecurringDraft } from './recurring-draft'
import { TokenMenu, withToken } from './token-menu'

const MediaPicker = lazyComponent(() => import('@/components/media/picker/media-picker').then((it) => it.MediaPicker))

type Props = {
  projectId: string
  draft: RecurringDraft
  connected: readonly string[]
  onChange: (patch: Partial<RecurringDraft>) => void
  issueOf: (path: string, label: string) => string | null
}

/** Text, channels and media of the post. */
export function StoryFields(props: Props) {
  const { draft, onChange, issueOf } = props
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <Channels {...props} />
      <Field
        label="Text"
        error={issueOf('story.caption', 'The text')}
        aside={
          <TokenMenu
            onInsert={(token) => {
              onChange({ caption: withToken(field.current, draft.caption, token) })
              field.current?.focus()
            }}
          />
        }
      >
        {(controlProps) => (
          <textarea
            {...controlProps}
            ref={field}
            value={draft.caption}
            onChange={(event) => onChange({ caption: event.target.value })}
            className="control field-sizing-content max-h-[60vh] min-h-32 resize-y"
          />
        )}
      </Field>
      <Media {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Title"
          isOptional
          hint="For Ghost and Pinterest."
          value={draft.title}
          maxLength={500}
          onChange={(event) => onChange({ title: event.target.value })}
          error={issueOf('story.title', 'The title')}
        />
        <PillarField
          projectId={props.projectId}
          value={draft.contentType}
          onChange={(contentType) => onChange({ contentType })}
        />
      </div>
    </>
  )
}

function Channels({ draft, connected, onChange, issueOf }: Props) {
  const error = issueOf('story.channels', 'Channels')
  return (
    <GroupField label="Channels" error={draft.channels.length === 0 ? 'Choose at least one channel.' : error}>
      <div className="flex flex-wrap gap-2">
        {channelIds.map((channel) => {
          const isChosen = draft.channels.includes(channel)
          return (
            <label
              key={channel}
              title={connected.includes(channel) ? undefined : 'Not connected'}
              className="relative flex control-height items-center gap-2 rounded-full border border-line-strong px-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
            >
              <input
                type="checkbox"
                className="absolute inset-0 cursor-pointer opacity-0"
                checked={isChosen}
                onChange={() =>
                  onChange({ channels: channelIds.filter((id) => draft.channels.includes(id) !== (id === channel)) })
                }
              />
              <ChannelIcon channel={channel} size={16} />
              {channelNames[channel]}
              {isChosen && <Check aria-hidden size={14} />}
              {!connected.includes(channel) && <span className="text-sm text-ink-soft">not connected</span>}
            </label>
          )
        })}
      </div>
    </GroupField>
  )
}

const slidesMax = 10

function Media({ projectId, draft: { slides }, onChange, issueOf }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const error = issueOf('story.slides', 'Media')
  return (
    <GroupField label="Media" isOptional error={error}>
      <div className="flex flex-col gap-3">
        {slides.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {withKeys(slides, ({ media_url }) => media_url).map(([key, { media_url, alt_text }], index) => (
              <li key={key} className="relative">
                <Thumbnail url={media_url} alt={alt_text ?? ''} className="size-20" />
                <IconButton
                  label={`Remove file ${index + 1}`}
                  className="absolute -top-2 -right-2 size-6 rounded-full border border-line bg-raised shadow-sm"
                  onClick={() => onChange({ slides: slides.filter((_, other) => other !== index) })}
                >
                  <X aria-hidden size={12} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button
            icon={<Images aria-hidden size={16} />}
            disabled={slides.length >= slidesMax}
            onClick={() => setIsPicking(true)}
          >
            Add media
          </Button>
        </div>
        {isPicking && (
          <MediaPicker
            projectId={projectId}
            isOpen
            max={slidesMax - slides.length}
            onClose={() => setIsPicking(false)}
            onPick={(assets) => {
              setIsPicking(false)
              onChange({ slides: [...slides, ...assets.map(({ file_url }) => ({ media_url: file_url }))] })
            }}
          />
        )}
      </div>
    </GroupField>
  )
}
