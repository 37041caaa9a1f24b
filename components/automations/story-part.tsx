'use client'

import { ClauseEnd, InlineChannels, InlineSelect } from './inline-controls'
import { delayText } from './sentence-text'
import type { PartProps } from './trigger-part'

const modes = [
  { value: 'draft' as const, label: 'create a draft' },
  { value: 'schedule' as const, label: 'schedule a story' },
]
const delays = [0, 30, 60, 180, 1_440, 4_320, 10_080]
const newTemplate = 'new'

/** “create a draft from New article for LinkedIn and X.” */
export function StoryPart({ draft, sources: { templates, connected }, onChange, showsMissing }: PartProps) {
  const { mode, delayMinutes, templateId, channels } = draft
  return (
    <>
      <InlineSelect label="What to make" options={modes} value={mode} onChange={(next) => onChange({ mode: next })} />
      {mode === 'schedule' && (
        <InlineSelect
          label="When to publish"
          options={delayOptions(delayMinutes)}
          value={String(delayMinutes ?? '')}
          onChange={(minutes) => onChange({ delayMinutes: minutes === '' ? null : Number(minutes) })}
        />
      )}
      <span>from</span>
      <InlineSelect
        label="Template"
        options={templateOptions(templates, draft.newTemplate ? newTemplate : templateId)}
        value={draft.newTemplate ? newTemplate : templateId}
        onChange={(chosen) =>
          onChange(
            chosen === newTemplate
              ? { newTemplate: { name: '', caption: '' } }
              : { newTemplate: null, templateId: chosen },
          )
        }
        isInvalid={showsMissing && !draft.newTemplate && templateId === ''}
      />
      <span>for</span>
      <ClauseEnd mark=".">
        <InlineChannels
          label="Channels"
          value={channels}
          onChange={(next) => onChange({ channels: next })}
          connected={connected}
          emptyText="choose channels"
          isInvalid={showsMissing && channels.length === 0}
        />
      </ClauseEnd>
    </>
  )
}

const delayOptions = (chosen: number | null) => [
  { value: '', label: 'at the next free time' },
  ...[...new Set([...delays, ...(chosen === null ? [] : [chosen])])]
    .sort((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: delayText(minutes) })),
]

function templateOptions(templates: PartProps['sources']['templates'], chosen: string) {
  const isKnown = chosen === newTemplate || templates.some(({ id }) => id === chosen)
  return [
    ...(isKnown ? [] : [{ value: chosen, label: chosen === '' ? 'choose a template' : 'a deleted template' }]),
    ...templates.map(({ id, name }) => ({ value: id, label: name })),
    { value: newTemplate, label: 'a new template…' },
  ]
}
