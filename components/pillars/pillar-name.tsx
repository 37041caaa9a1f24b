import { PillarDot } from './pillar-dot'
import type { NamedPillar } from './pillar-options'

type Props = { pillars: readonly NamedPillar[]; contentType: string }

/** Name and color of a pillar, or the key of a deleted one. */
export function PillarName({ pillars, contentType }: Props) {
  const pillar = pillars.find(({ content_type }) => content_type === contentType)
  const name = pillar?.name ?? contentType
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      {pillar && <PillarDot color={pillar.color} />}
      <span className="truncate" title={name}>
        {name}
      </span>
    </span>
  )
}
