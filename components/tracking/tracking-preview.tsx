'use client'

import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { useNow } from '@/components/time/use-now'
import { SelectField, TextField } from '@/components/ui/field'
import type { PostType } from '@/lib/channels/channel'
import { channelIds } from '@/lib/channels/ids'
import type { Project } from '@/lib/projects/contract'
import { previewLink } from '@/lib/tracking/preview'
import type { TrackingTemplate } from '@/lib/tracking/template'

const kinds: Record<PostType, string> = {
  single: 'A single post',
  carousel: 'A carousel',
  reel: 'A reel',
  story: 'A story of a day',
}

/** What the publisher would make of a sample, channel by channel, while the template is typed. */
export function TrackingPreview({
  template,
  project,
  now,
}: {
  template: TrackingTemplate
  project: Project
  now: string
}) {
  const at = useNow(now, 60_000)
  const [destination, setDestination] = useState('https://example.com/spring')
  const [postType, setPostType] = useState<PostType>('single')
  const [contentType, setContentType] = useState('')
  const [templateName, setTemplateName] = useState('')
  const sample = { destination, postType, contentType: contentType || null, templateName: templateName || null }
  const isAddress = /^https?:\/\/./i.test(destination) && URL.canParse(destination)
  return (
    <section aria-labelledby="preview" className="panel flex min-w-0 flex-col gap-4 p-5">
      <div>
        <h2 id="preview" className="text-lg font-semibold">
          What the links carry
        </h2>
        <p className="text-ink-soft">For a sample that is scheduled now. It follows the fields and is not saved.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Leads to"
          type="url"
          className="sm:col-span-2"
          value={destination}
          onChange={(event) => setDestination(event.target.value)}
          error={isAddress ? null : 'This is not a whole address. Begin with https://.'}
        />
        <SelectField
          label="Kind of post"
          value={postType}
          onChange={(event) => setPostType(event.target.value as PostType)}
        >
          {Object.entries(kinds).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Content type"
          isOptional
          maxLength={200}
          value={contentType}
          onChange={(event) => setContentType(event.target.value)}
        />
        <TextField
          label="Template name"
          isOptional
          maxLength={200}
          value={templateName}
          onChange={(event) => setTemplateName(event.target.value)}
        />
      </div>
      <dl className="divide-y divide-line border-t border-line">
        {channelIds.map((channel) => (
          <div key={channel} className="flex flex-col gap-1 py-3">
            <dt className="flex items-center gap-2 font-medium">
              <ChannelIcon channel={channel} size={16} />
              {channelNames[channel]}
            </dt>
            <dd className="font-mono text-sm wrap-anywhere text-ink-soft" suppressHydrationWarning>
              {isAddress ? <Marked link={previewLink(template, project, sample, channel, at)} /> : '…'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The values stand out from the address that they are added to. */
function Marked({ link }: { link: string }) {
  return link.split(/((?<=[?&]utm_\w+=)[^&#]*)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line have no other identity.
      <span key={index} className="font-medium text-ink">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
