'use client'

import { useState } from 'react'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { browserTimezone } from '@/components/time/browser-timezone'
import { Button } from '@/components/ui/button'
import { CheckField, TextField } from '@/components/ui/field'
import { useIsChanged } from '@/components/unsaved/unsaved-changes'
import type { Project } from '@/lib/projects/contract'
import { HolidayCountriesField } from './holiday-countries-field'
import { useIsAtLeast } from './role'
import { SettingsForm } from './settings-form'
import { TimezoneChangeNotice } from './timezone-change-notice'
import { TimezoneField } from './timezone-field'
import { useSaveProject } from './use-save-project'

const fields = ['name', 'industry', 'timezone', 'holiday_countries'] as const

export function ProjectSettings({ project, now }: { project: Project; now: string }) {
  const mayChange = useIsAtLeast('admin')
  const [name, setName] = useState(project.name)
  const [industry, setIndustry] = useState(project.industry ?? '')
  const [timezone, setTimezone] = useState(project.timezone ?? '')
  const [draftsMoments, setDraftsMoments] = useState(project.auto_draft_moments)
  const [countries, setCountries] = useState<readonly string[]>(project.holiday_countries)
  const saving = useSaveProject(project.id)
  const { mutate, isPending, error } = saving
  const isDirty = useIsChanged([name, industry, timezone, draftsMoments, countries], saving)
  return (
    <SettingsForm
      title="General"
      action="change the settings"
      onSave={() =>
        mutate({
          name,
          timezone,
          industry: industry.trim() || null,
          auto_draft_moments: draftsMoments,
          holiday_countries: [...countries],
        })
      }
      isPending={isPending}
      isDirty={isDirty}
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
        <TimezoneField
          hint="The calendar and the queue show times in this zone."
          value={timezone}
          onChange={setTimezone}
          error={issueFor(error, 'timezone', 'The time zone')}
        />
        {timezone === '' && mayChange && (
          <Button isSmall className="self-start" onClick={() => setTimezone(browserTimezone())}>
            Use the browser’s time zone
          </Button>
        )}
        <TimezoneChangeNotice before={project.timezone ?? 'UTC'} after={timezone} now={now} />
      </div>
      <HolidayCountriesField
        value={countries}
        onChange={setCountries}
        error={issueFor(error, 'holiday_countries', 'The countries')}
      />
      <CheckField
        label="Draft follow-ups to moments automatically"
        hint="When a post does far better than usual, a copy is saved as a draft. It is never scheduled."
        checked={draftsMoments}
        onChange={(event) => setDraftsMoments(event.target.checked)}
      />
    </SettingsForm>
  )
}
