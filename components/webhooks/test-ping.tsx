'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { testWebhook } from '@/lib/openapi/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { useMayChange } from './may-change'
import { webhookKeys } from './webhook-keys'

/** Sends a test ping and shows the result. */
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
            Sends a signed <code className="font-mono">test.ping</code> now. It does not affect the health of the
            endpoint.
          </p>
        </div>
        <Button disabled={!mayWrite} isBusy={isPending} icon={<Send aria-hidden size={16} />} onClick={() => mutate()}>
          Send test ping
        </Button>
      </div>
      {error && <ErrorNote error={error} title="Test ping not sent" />}
      <div role="status">{data && !isPending && <Outcome {...data} />}</div>
    </section>
  )
}

function Outcome({ ok, delivery: { last_status_code, last_error } }: AnswerTo<typeof testWebhook>) {
  if (ok) {
    return (
      <Notice tone="good" title="The endpoint works">
        It responded with {last_status_code}. Make sure that it verifies the signature.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={last_status_code === null ? 'No response' : 'The endpoint rejected the ping'}>
      <p>{last_error ?? 'Respond with a 2xx status.'}</p>
      <p>See the first delivery below for the request and the response.</p>
    </Notice>
  )
}
