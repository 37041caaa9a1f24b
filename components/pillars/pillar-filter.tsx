'use client'

import { FilterChip } from '@/components/ui/data/filter-chip'
import { type NamedPillar, pillarOptions } from './pillar-options'

type Props = {
  pillars: readonly NamedPillar[]
  value: string | null
  onChange: (contentType: string | null) => void
}

/** Nothing without pillars. */
export const PillarFilter = ({ pillars, value, onChange }: Props) =>
  pillars.length > 0 && <FilterChip label="Pillar" options={pillarOptions(pillars)} value={value} onChange={onChange} />
