'use client'

import { useMutation } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { checkAi } from '@/lib/openapi/operations.generated'

type Result = AnswerTo<typeof checkAi>['text']

/** Calls the models and shows whether they answer. */
export function ModelCheck({ projectId }: { projectId: string }) {
  const mayCheck = useMay('captions:write')
  const router = useRouter()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(checkAi, { id: projectId }),
    // The calls count.
    onSettled: () => router.refresh(),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={!mayCheck}
          isBusy={isPending}
          icon={<Activity aria-hidden size={16} />}
          onClick={() => mutate()}
        >
          Check now
        </Button>
        <RoleNote scope="captions:write" to="check the model" />
      </div>
      {error && <ErrorNote error={error} title="Not checked" />}
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {data && !isPending && (
          <>
            <Outcome what="The text model" result={data.text} />
            <Outcome what="The embedding model" result={data.embeddings} />
          </>
        )}
      </div>
    </div>
  )
}

const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

function Outcome({ what, result }: { what: string; result: Result }) {
  if (!result) return null
  if (result.is_ok)
    return <Notice tone="good" title={`${what} answered in ${seconds.format(result.duration_ms / 1000)} s`} />
  return (
    <Notice tone="bad" title={`${what} did not answer`}>
      {result.message}
    </Notice>
  )
}
