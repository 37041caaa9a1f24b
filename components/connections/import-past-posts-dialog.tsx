'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
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
      <SelectField
        label="How far back"
        hint={`At most the ${pastPostsMax} newest posts.`}
        options={ranges}
        value={days}
        onChange={setDays}
      />
      {start.error && <ErrorNote error={start.error} title="The import did not start" />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="primary"
          isBusy={start.isPending}
          onClick={() => start.mutate(Number(days), { onSuccess: onClose })}
        >
          Import
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
