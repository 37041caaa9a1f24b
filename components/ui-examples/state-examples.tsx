'use client'

import { Newspaper } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { ListSkeleton, Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/api/client'
import { Example, ExampleGroup } from './example'

export const StateExamples = () => (
  <ExampleGroup title="States">
    <Example name="Notice">
      <div className="flex w-full flex-col gap-3">
        <Notice tone="good" title="Account connected" />
        <Notice tone="info" title="Heads-up">
          Images have different ratios.
        </Notice>
        <Notice tone="warn" title="Connection expires in 3 days" action={<Button isSmall>Reconnect</Button>} />
        <Notice tone="bad" title="Publishing is not working" />
      </div>
    </Example>
    <Example name="Error, with retry and request ID">
      <ErrorNote
        isReading
        title="The list may be out of date"
        error={new ApiError(503, 'unavailable', 'The database is not reachable.', [], 'req_example')}
        onRetry={() => {}}
      />
      <ErrorNote
        title="Story not saved"
        error={new ApiError(409, 'conflict', 'Somebody else changed this story.', [], 'req_example')}
      />
    </Example>
    <Example name="Empty">
      <div className="w-full">
        <EmptyState Icon={Newspaper} title="No stories yet" action={<Button tone="primary">New story</Button>}>
          Write a story once and publish it to all your channels.
        </EmptyState>
      </div>
    </Example>
    <Example name="Skeleton">
      <div className="w-full">
        <ListSkeleton rows={3} label="Loading examples" />
      </div>
      <div className="flex w-full items-center gap-3">
        <Skeleton className="size-10" />
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-16" />
      </div>
    </Example>
  </ExampleGroup>
)
