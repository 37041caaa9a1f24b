import { cssColorOf } from './pillar-colors'

export const PillarDot = ({ color }: { color: string | null }) => (
  <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: cssColorOf(color) }} />
)
