'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { Project } from '@/lib/projects/contract'
import { RoleNote, useIsAtLeast } from './role'
import { browserTimezone, TimezoneField } from './timezone-field'
import { useSaveProject } from './use-save-project'
import { ZoneChange } from './zone-change'

const fields = ['name', 'industry', 'timezone'] as const

export function ProjectSettings({ project, now }: { project: Project; now: string }) {
  const mayChange = useIsAtLeast('admin')
  const [name, setName] = useState(project.name)
  const [industry, setIndustry] = useState(project.industry ?? '')
  const [timezone, setTimezone] = useState(project.timezone ?? '')
  const { mutate, isPending, error } = useSaveProject(project.id)
  return (
    <form
      className="panel p-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ name, timezone, industry: industry.trim() || null })
      }}
    >
      {/* One place that switches off all fields of whoever may only look. */}
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">Project</legend>
        <p className="text-ink-soft">This holds for the project and everybody in it.</p>
        <RoleNote least="admin" to="change the settings" className="text-ink-soft" />
        <TextField
          label="Project name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <TextField
          label="Industry"
          isOptional
          maxLength={120}
          value={industry}
          onChange={(event) => setIndustry(event.target.value)}
          error={issueFor(error, 'industry', 'The industry')}
        />
        <div className="flex flex-col gap-2">
          <TimezoneField value={timezone} onChange={setTimezone} error={issueFor(error, 'timezone', 'The time zone')} />
          {timezone === '' && mayChange && (
            <Button isSmall className="self-start" onClick={() => setTimezone(browserTimezone())}>
              Take the zone of this browser
            </Button>
          )}
          <ZoneChange before={project.timezone ?? 'UTC'} after={timezone} now={now} />
        </div>
        {error && !isShownByFields(error, fields) && <ErrorNote error={error} title="Not saved" />}
        {mayChange && (
          <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
            Save settings
          </Button>
        )}
      </fieldset>
    </form>
  )
}
