import { PillarDot } from './pillar-dot'
import type { ListedPillar } from './use-pillars'

type Props = { pillars: readonly ListedPillar[]; contentType: string | null }

/** Name and color of a story's pillar; nothing for stories without one. */
export function PillarName({ pillars, contentType }: Props) {
  const pillar = pillars.find(({ content_type }) => content_type === contentType)
  if (!pillar) return null
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <PillarDot color={pillar.color} />
      <span className="max-w-24 truncate" title={pillar.name}>
        {pillar.name}
      </span>
    </span>
  )
}
