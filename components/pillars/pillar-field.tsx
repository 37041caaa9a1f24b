'use client'

import { SelectField } from '@/components/ui/select'
import { PillarDot } from './pillar-dot'
import { usePillars } from './use-pillars'

type Props = { id?: string; projectId: string; value: string; onChange: (contentType: string) => void }

/** The pillar of a story. Hidden while the project has none and the story names none. */
export function PillarField({ id, projectId, value, onChange }: Props) {
  const pillars = usePillars(projectId)
  const isKnown = pillars.some(({ content_type }) => content_type === value)
  if (pillars.length === 0 && value === '') return null
  return (
    <SelectField
      {...(id ? { id } : {})}
      label="Pillar"
      isOptional
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: 'No pillar' },
        ...pillars.map(({ content_type, name, color }) => ({
          value: content_type,
          label: name,
          icon: <PillarDot color={color} />,
        })),
        // Set by an API client, or of a deleted pillar.
        ...(isKnown || value === '' ? [] : [{ value, label: value }]),
      ]}
    />
  )
}
