'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { testWebhook } from '@/lib/api/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'
import { useMayChange } from './may-change'
import { webhookKeys } from './webhook-keys'

/** Sends a signed ping while the person waits, and says what came of it. */
export function TestPing({ projectId, endpoint }: { projectId: string; endpoint: WebhookEndpoint }) {
  const { id } = endpoint
  const mayWrite = useMayChange(endpoint)
  const queries = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(testWebhook, { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookKeys.deliveries(projectId, id) }),
  })
  return (
    <section aria-labelledby="test" className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="test" className="font-semibold">
            Test
          </h2>
          <p className="text-sm text-ink-soft">
            Sends a signed <code className="font-mono">test.ping</code> at once. It counts neither for nor against the
            endpoint.
          </p>
        </div>
        <Button disabled={!mayWrite} isBusy={isPending} icon={<Send aria-hidden size={16} />} onClick={() => mutate()}>
          Send test ping
        </Button>
      </div>
      {error && <ErrorNote error={error} title="No ping was sent" />}
      <div role="status">{data && !isPending && <Outcome {...data} />}</div>
    </section>
  )
}

function Outcome({ ok, delivery: { last_status_code, last_error } }: AnswerTo<typeof testWebhook>) {
  if (ok) {
    return (
      <Notice tone="good" title="The endpoint works">
        It answered with {last_status_code}. Whether it checks the signature only it can tell.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={last_status_code === null ? 'There was no answer' : 'The endpoint did not take the ping'}>
      <p>{last_error ?? 'An endpoint has to answer with a 2xx.'}</p>
      <p>The attempt with what was sent and answered is the first below.</p>
    </Notice>
  )
}
