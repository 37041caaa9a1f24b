import type { SelectOption } from '@/components/ui/choices/select-option'
import { PillarDot } from './pillar-dot'

export type NamedPillar = { content_type: string; name: string; color: string | null }

/** Options of a select. A chosen key without a pillar, of a deleted one or set by an API client, stays an option. */
export const pillarOptions = (pillars: readonly NamedPillar[], chosen = ''): SelectOption[] => [
  ...pillars.map(({ content_type, name, color }) => ({
    value: content_type,
    label: name,
    icon: <PillarDot color={color} />,
  })),
  ...(chosen === '' || pillars.some(({ content_type }) => content_type === chosen)
    ? []
    : [{ value: chosen, label: chosen }]),
]
