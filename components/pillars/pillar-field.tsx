'use client'

import { SelectField } from '@/components/ui/select'
import { pillarOptions } from './pillar-options'
import { usePillars } from './use-pillars'

type Props = { id?: string; projectId: string; value: string; onChange: (contentType: string) => void }

/** The pillar of a story. Hidden while the project has none and the story names none. */
export function PillarField({ id, projectId, value, onChange }: Props) {
  const pillars = usePillars(projectId)
  if (pillars.length === 0 && value === '') return null
  return (
    <SelectField
      {...(id ? { id } : {})}
      label="Pillar"
      isOptional
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'No pillar' }, ...pillarOptions(pillars, value)]}
    />
  )
}
