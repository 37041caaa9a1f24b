import { CircleCheck, Clock, type LucideIcon, PenLine } from 'lucide-react'
import { Time } from '@/components/time/zone'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ClientReview } from '@/lib/stories/resource-contract'

const states: Record<ClientReview['state'], { tone: Tone; Icon: LucideIcon; text: string }> = {
  requested: { tone: 'info', Icon: Clock, text: 'Waiting for the client' },
  approved: { tone: 'good', Icon: CircleCheck, text: 'Client approved' },
  changes_requested: { tone: 'warn', Icon: PenLine, text: 'Changes requested' },
}

/** A decision of a client: what, by whom, and whether the content changed since. */
export function ClientReviewState({ review }: { review: ClientReview }) {
  const { state, is_outdated, reviewer_name, note, decided_at } = review
  const { tone, Icon, text } = states[state]
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <Badge tone={is_outdated ? 'quiet' : tone} Icon={Icon}>
        {text}
      </Badge>
      {note && <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>}
      {decided_at && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {reviewer_name}, <Time at={decided_at} style="compact" />
        </p>
      )}
      {is_outdated && <p className="text-sm text-ink-soft">The story was edited since.</p>}
    </div>
  )
}
