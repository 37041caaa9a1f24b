'use client'

import type { ReactNode } from 'react'
import type { ChannelId } from '@/lib/channel-ids'
import type { FieldName } from '../draft/field-target'
import { UrlField } from '../fields/url-field'
import { useOverride } from './use-override'

type Member = 'link' | 'cover_image_url' | 'canonical_url'

const fields: Record<Member, FieldName> = { link: 'link', cover_image_url: 'cover', canonical_url: 'canonical' }

type Props = {
  channel: ChannelId
  member: Member
  label: string
  hint: string
  aside?: ReactNode
  placeholder?: string | undefined
}

/** An optional URL of a channel. */
export function OverrideUrlField({ channel, member, ...field }: Props) {
  const { own, idOf, edit } = useOverride(channel)
  return (
    <UrlField
      {...field}
      id={idOf(fields[member])}
      value={own[member]}
      onChange={(text) => edit({ [member]: text.trim() || undefined })}
    />
  )
}
