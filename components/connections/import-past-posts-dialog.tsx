'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { Dialog } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select'
import { pastPostsMax } from '@/lib/past-posts/limits'
import type { useChangePastPosts } from './use-past-posts'

const ranges = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
] as const

type Props = { network: string; start: ReturnType<typeof useChangePastPosts>['start']; onClose: () => void }

/** Asks how far back, then starts the import. */
export default function ImportPastPostsDialog({ network, start, onClose }: Props) {
  const [days, setDays] = useState<(typeof ranges)[number]['value']>('90')
  return (
    <Dialog title={`Import past posts from ${network}`} onClose={onClose}>
      <p className="text-sm text-ink-soft">
        Posts that were not published with Storycast are added to your analytics. They stay unchanged on {network}.
      </p>
      <DialogForm
        submitLabel="Import"
        isBusy={start.isPending}
        error={start.error}
        errorTitle="The import did not start"
        onSubmit={() => start.mutate(Number(days), { onSuccess: onClose })}
        onClose={onClose}
      >
        <SelectField
          label="How far back"
          hint={`At most the ${pastPostsMax} newest posts.`}
          options={ranges}
          value={days}
          onChange={setDays}
        />
      </DialogForm>
    </Dialog>
  )
}
