import { Ban, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import type { Connector } from '@/lib/connectors/contract'

const displays: Record<Connector['status'], { label: string; tone: Tone; Icon: LucideIcon }> = {
  ok: { label: 'Healthy', tone: 'good', Icon: CircleCheck },
  failing: { label: 'Failing', tone: 'warn', Icon: TriangleAlert },
  gone: { label: 'Gone', tone: 'bad', Icon: Ban },
}

export function ConnectorBadge({ status }: { status: Connector['status'] }) {
  const { label, tone, Icon } = displays[status]
  return (
    <Badge tone={tone} Icon={Icon}>
      {label}
    </Badge>
  )
}

export const kindNames: Record<Connector['kind'], string> = { rss: 'RSS', json: 'JSON', csv: 'CSV' }

/** Without the scheme, as people read it. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
