import { FlaskConical } from 'lucide-react'
import { Badge } from '@/components/ui/badge'

/** Marks a practice account, so that nobody takes it for one of the real network. */
export const SandboxBadge = () => (
  <Badge tone="info" Icon={FlaskConical} title="A practice account. Its posts never reach the real network.">
    Sandbox
  </Badge>
)
