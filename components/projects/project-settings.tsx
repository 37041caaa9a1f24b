'use client'

import { useState } from 'react'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { Project } from '@/lib/projects/contract'
import { useIsAtLeast } from './role'
import { SettingsForm } from './settings-form'
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
    <SettingsForm
      legend="Project"
      intro="This holds for the project and everybody in it."
      deed="change the settings"
      onSave={() => mutate({ name, timezone, industry: industry.trim() || null })}
      isPending={isPending}
      error={isShownByFields(error, fields) ? null : error}
    >
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
    </SettingsForm>
  )
}
