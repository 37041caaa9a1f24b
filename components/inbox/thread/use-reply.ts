'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dropSent } from '@/components/unsent/unsent-text'
import { ApiError, call } from '@/lib/api/client'
import type { InboxConversation, InboxMessage } from '@/lib/inbox/resource-contract'
import { replyToConversation } from '@/lib/openapi/operations.generated'
import { inboxKeys, type ThreadData } from '../data/inbox-keys'
import { useTeam } from '../data/use-inbox'

/** What this device keeps the text under until it is sent. */
export const replyName = (conversationId: string): string => `reply.${conversationId}`

type Reply = { body: string; idempotencyKey: string }

/** Sends a reply. It is in the thread at once, as “Sending…”. */
export function useReply({ id, project_id, account_id }: InboxConversation) {
  const queries = useQueryClient()
  const you = useTeam(project_id).find(({ is_you }) => is_you)?.user_id ?? null
  const key = inboxKeys.thread(project_id, id)
  const change = (update: (messages: InboxMessage[]) => InboxMessage[]): void => {
    queries.setQueryData<ThreadData>(key, (data) => {
      const [newest, ...earlier] = data?.pages ?? []
      return data && newest && { ...data, pages: [{ ...newest, messages: update(newest.messages) }, ...earlier] }
    })
  }
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Reply) => call(replyToConversation, { id, body }, { idempotencyKey }),
    onMutate: async ({ body, idempotencyKey }) => {
      await queries.cancelQueries({ queryKey: key })
      const message = sending({ id: idempotencyKey, conversation_id: id, author_id: account_id, body, user_id: you })
      change((messages) => [...messages.filter((other) => other.id !== message.id), message])
    },
    onSuccess: ({ message }, { idempotencyKey }) => {
      dropSent(project_id, replyName(id), idempotencyKey)
      change((messages) => [
        ...messages.filter((other) => other.id !== idempotencyKey && other.id !== message.id),
        message,
      ])
    },
    onError: (error, { idempotencyKey }) => {
      if (isKeptAsFailed(error)) dropSent(project_id, replyName(id), idempotencyKey)
      change((messages) => messages.filter((other) => other.id !== idempotencyKey))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: inboxKeys.all(project_id) }),
  })
}

/** Whether the thread shows the reply as failed, with its reason. */
export const isKeptAsFailed = (error: unknown): boolean => error instanceof ApiError && error.code === 'provider_error'

const sending = (
  known: Pick<InboxMessage, 'id' | 'conversation_id' | 'author_id' | 'body' | 'user_id'>,
): InboxMessage => ({
  ...known,
  direction: 'us',
  author_name: null,
  attachments: [],
  reactions: [],
  external_id: null,
  reply_to_id: null,
  private_reply_to: null,
  sent_at: new Date().toISOString(),
  edited_at: null,
  deleted_at: null,
  hidden: false,
  send_status: null,
  error: null,
})
