'use client'

import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { useIsAtLeast } from '@/components/projects/role'
import { SettingsForm } from '@/components/projects/settings-form'
import { useSaveProject } from '@/components/projects/use-save-project'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { useIsChanged } from '@/components/unsaved/unsaved-changes'
import type { Project } from '@/lib/projects/contract'
import { type TrackingName, type TrackingToken, trackingNames, trackingTokens } from '@/lib/projects/tracking-template'
import { defaultOf, patternsOf, problemOf, templateOf } from './tracking-patterns'
import { ExampleLink, TrackingPreview, useTrackingSample } from './tracking-preview'

const hints: Record<TrackingName, string> = {
  source: 'Where the click comes from.',
  medium: 'The type of post.',
  campaign: 'The campaign. A story can override it.',
  content: 'The post. A story can override it.',
  term: 'For paid search. Usually empty.',
}

const tokenNames: Record<TrackingToken, string> = {
  channel: 'Channel',
  format: 'Post type',
  pillar: 'Pillar',
  content_type: 'Content type',
  template_name: 'Template',
  automation_name: 'Automation',
  date: 'Date',
  year: 'Year',
  month: 'Month',
  yearmonth: 'Year and month',
  project_slug: 'Project in links',
  project_name: 'Project name',
  story_id: 'Story ID',
}

export function TrackingSettings({ project, now }: { project: Project; now: string }) {
  const mayChange = useIsAtLeast('admin')
  const [patterns, setPatterns] = useState(() => patternsOf(project.utm_template))
  const [lastField, setLastField] = useState<TrackingName>('campaign')
  const inputs = useRef<Partial<Record<TrackingName, HTMLInputElement | null>>>({})
  const saving = useSaveProject(project.id)
  const { mutate, isPending, error } = saving
  const isDirty = useIsChanged(patterns, saving)
  const template = templateOf(patterns)
  const sample = useTrackingSample(template, project, now)
  const set = (name: TrackingName, pattern: string): void => setPatterns((all) => ({ ...all, [name]: pattern }))
  const insert = (token: TrackingToken): void => {
    const input = inputs.current[lastField]
    const at = input?.selectionStart ?? patterns[lastField].length
    const text = `{{${token}}}`
    set(lastField, patterns[lastField].slice(0, at) + text + patterns[lastField].slice(at))
    input?.focus()
    // The field gets its new value on the next render.
    requestAnimationFrame(() => input?.setSelectionRange(at + text.length, at + text.length))
  }
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <SettingsForm
        title="Tracking"
        intro={
          'UTM parameters for the links in your posts, so that your analytics shows which post a visit comes from. ' +
          'They are set when a story is first scheduled.'
        }
        action="change tracking"
        onSave={() => mutate({ utm_template: template })}
        isPending={isPending}
        isDirty={isDirty}
        error={isShownByFields(error, ['utm_template']) ? null : error}
      >
        <ExampleLink sample={sample} />
        {trackingNames.map((name) => (
          <TextField
            key={name}
            ref={(input) => {
              inputs.current[name] = input
            }}
            label={<code className="font-mono text-sm">utm_{name}</code>}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={patterns[name]}
            hint={hints[name]}
            onFocus={() => setLastField(name)}
            onChange={(event) => set(name, event.target.value)}
            error={problemOf(patterns[name]) ?? issueFor(error, `utm_template.${name}`, `utm_${name}`)}
            aside={
              patterns[name] !== defaultOf(name) &&
              mayChange && (
                <Button
                  isSmall
                  tone="ghost"
                  icon={<RotateCcw aria-hidden size={14} />}
                  onClick={() => set(name, defaultOf(name))}
                >
                  Default<span className="sr-only"> for utm_{name}</span>
                </Button>
              )
            }
          />
        ))}
        {mayChange && <TokenButtons into={lastField} onInsert={insert} />}
      </SettingsForm>
      <TrackingPreview projectId={project.id} sample={sample} />
    </div>
  )
}

function TokenButtons({ into, onInsert }: { into: TrackingName; onInsert: (token: TrackingToken) => void }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm text-ink-soft">
        Insert a variable into <code className="font-mono">utm_{into}</code>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {trackingTokens.map((token) => (
          <button
            key={token}
            type="button"
            onClick={() => onInsert(token)}
            title={`{{${token}}}`}
            className="min-h-7 rounded-full bg-quiet-wash px-2.5 text-sm text-ink hover:bg-accent-wash hover:text-accent pointer-coarse:min-h-9"
          >
            {tokenNames[token]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
