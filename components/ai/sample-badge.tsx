import { FlaskConical } from 'lucide-react'
import { Badge } from '@/components/ui/badge'

/** Marks text of a sample model, wherever it is shown. */
export const SampleBadge = ({ label = 'Sample text' }: { label?: string }) => (
  <Badge tone="warn" Icon={FlaskConical} title="From a sample model, to try out Storycast.">
    {label}
  </Badge>
)
