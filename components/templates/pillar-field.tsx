import { PillarDot } from '@/components/pillars/pillar-dot'
import { type NamedPillar, pillarOptions } from '@/components/pillars/pillar-options'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'

type Props = {
  pillars: readonly NamedPillar[]
  value: string
  onChange: (contentType: string) => void
  error: string | null
}

/** The project's pillars, or a text if it has none. */
export function PillarField({ pillars, value, onChange, error }: Props) {
  if (pillars.length === 0) {
    return (
      <TextField
        label="Pillar"
        isOptional
        maxLength={100}
        placeholder="recipes"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    )
  }
  return (
    <SelectField
      label="Pillar"
      value={value}
      onChange={onChange}
      error={error}
      options={[{ value: '', label: 'None' }, ...pillarOptions(pillars, value)]}
    />
  )
}

/** The name and color of a pillar, or the key of a deleted one. */
export function PillarLabel({ pillars, contentType }: { pillars: readonly NamedPillar[]; contentType: string }) {
  const pillar = pillars.find(({ content_type }) => content_type === contentType)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {pillar && <PillarDot color={pillar.color} />}
      <span className="truncate">{pillar?.name ?? contentType}</span>
    </span>
  )
}
