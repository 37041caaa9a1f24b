'use client'

import { SelectField } from '@/components/ui/select'
import { pillarOptions } from './pillar-options'
import { usePillars } from './use-pillars'

type Props = {
  id?: string
  projectId: string
  value: string
  onChange: (contentType: string) => void
  error?: string | null
}

/** The pillar of a post or a template. Hidden while the project has none and the value is empty. */
export function PillarField({ id, projectId, value, onChange, error = null }: Props) {
  const pillars = usePillars(projectId)
  if (pillars.length === 0 && value === '') return null
  return (
    <SelectField
      {...(id ? { id } : {})}
      label="Pillar"
      isOptional
      value={value}
      onChange={onChange}
      error={error}
      options={[{ value: '', label: 'No pillar' }, ...pillarOptions(pillars, value)]}
    />
  )
}
