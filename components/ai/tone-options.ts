import type { SelectOption } from '@/components/ui/choices/select-option'
import type { RequestTo } from '@/lib/api/operation'
import type { suggestCaptions } from '@/lib/openapi/operations.generated'

type Tone = NonNullable<RequestTo<typeof suggestCaptions>['tone']>
/** Empty: no tone is requested. */
export type ToneChoice = Tone | ''

export const toneOptions: readonly SelectOption<ToneChoice>[] = [
  { value: '', label: 'Like your captions' },
  { value: 'casual', label: 'Casual' },
  { value: 'professional', label: 'Professional' },
  { value: 'urgent', label: 'Urgent' },
  { value: 'inspiring', label: 'Inspiring' },
  { value: 'playful', label: 'Playful' },
]
