'use client'

import { TextField } from '@/components/ui/field'
import { CoverField } from './cover-field'
import { OverrideUrlField } from './override-url-field'
import { PinterestBoardFields } from './pinterest-board-fields'
import { useOverride } from './use-override'

export function PinterestFields() {
  const { draft, own, idOf, edit } = useOverride('pinterest')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        id={idOf('title')}
        label="Pin title"
        isOptional
        placeholder={draft.title || undefined}
        hint="Up to 100 characters. Default: the story’s title."
        value={own.title ?? ''}
        onChange={(event) => edit({ title: event.target.value || undefined })}
      />
      <PinterestBoardFields />
      <OverrideUrlField
        channel="pinterest"
        member="link"
        label="Pin link"
        placeholder={draft.destinationUrl || undefined}
        hint="Default: the story’s link."
      />
      <CoverField channel="pinterest" hint="Required for video pins." />
    </div>
  )
}
