import { Button } from '@/components/ui/button'

/** A draft got a time. It is published only when it is scheduled, too. */
export const PlannedToast = ({ text, onSchedule }: { text: string; onSchedule: () => void }) => (
  <span className="flex items-center justify-between gap-3">
    <span className="min-w-0">{text}</span>
    <Button isSmall onClick={onSchedule}>
      Schedule
    </Button>
  </span>
)
