'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, Clock, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listTokens, revokeToken } from '@/lib/api/operations.generated'
import { scopes } from '@/lib/auth/scopes'
import type { ApiToken } from '@/lib/tokens/contract'

export const tokensKey = ['tokens'] as const

type Props = {
  initial: AnswerTo<typeof listTokens>
  projects: { id: string; name: string }[]
  now: string
  onNew: () => void
}

export function TokenList({ initial, projects, now: renderedAt, onNew }: Props) {
  const now = useNow(renderedAt, 30_000)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useTokens(initial)
  const tokens = data.pages.flatMap((page) => page.tokens)
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens" className="sr-only">
        Your tokens
      </h2>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {tokens.length === 0 ? (
        <NoTokens onNew={onNew} />
      ) : (
        <ul className="panel divide-y divide-line">
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              projectName={projects.find(({ id }) => id === token.project_id)?.name}
              now={now}
              onRevoke={() => setRevoking(token)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </section>
  )
}

const useTokens = (initial: Props['initial']) =>
  useInfiniteQuery({
    queryKey: tokensKey,
    queryFn: ({ pageParam, signal }) => call(listTokens, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    initialData: { pages: [initial], pageParams: [undefined] },
    // Whoever tries a token looks here for its last use.
    refetchInterval: 15_000,
  })

const NoTokens = ({ onNew }: { onNew: () => void }) => (
  <EmptyState
    Icon={KeyRound}
    title="No tokens yet"
    action={
      <Button tone="primary" onClick={onNew}>
        New token
      </Button>
    }
  >
    Make one for each program that works for you, so that each can be revoked by itself.
  </EmptyState>
)

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const revoke = async (): Promise<void> => {
    await call(revokeToken, { id: token.id })
    await queries.invalidateQueries({ queryKey: tokensKey })
    toast(`“${token.name}” is revoked.`)
  }
  return (
    <ConfirmDialog title={`Revoke “${token.name}”?`} confirmLabel="Revoke" onConfirm={revoke} onClose={onClose}>
      <p>Whatever uses it is refused from its next request on. This cannot be taken back.</p>
    </ConfirmDialog>
  )
}

function TokenRow({
  token,
  projectName,
  now,
  onRevoke,
}: {
  token: ApiToken
  projectName: string | undefined
  now: Date
  onRevoke: () => void
}) {
  const isExpired = token.expires_at !== null && new Date(token.expires_at) <= now
  const isAlive = token.revoked_at === null && !isExpired
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-semibold wrap-anywhere">{token.name}</h3>
          <code className="font-mono text-sm text-ink-soft">…{token.hint}</code>
          <TokenState isRevoked={token.revoked_at !== null} isExpired={isExpired} />
        </div>
        <p className="text-ink-soft">
          {token.project_id ? (projectName ?? 'One project') : 'All projects'}, {sayScopes(token.scopes)}
        </p>
        <p className="text-sm text-ink-soft" suppressHydrationWarning>
          {token.last_used_at ? `Last used ${formatRelative(token.last_used_at, now)}` : 'Never used'}, made{' '}
          <Time at={token.created_at} style="date" />
          {token.expires_at && (
            <>
              , {isExpired ? 'expired' : 'expires'} <Time at={token.expires_at} style="date" />
            </>
          )}
        </p>
      </div>
      {isAlive && (
        <Button isSmall tone="danger" onClick={onRevoke}>
          Revoke<span className="sr-only"> {token.name}</span>
        </Button>
      )}
    </li>
  )
}

function TokenState({ isRevoked, isExpired }: { isRevoked: boolean; isExpired: boolean }) {
  if (isRevoked) {
    return (
      <Badge tone="quiet" Icon={Ban}>
        Revoked
      </Badge>
    )
  }
  return isExpired ? (
    <Badge tone="warn" Icon={Clock}>
      Expired
    </Badge>
  ) : (
    <Badge tone="good" Icon={CircleCheck}>
      Active
    </Badge>
  )
}

function sayScopes(own: string[]): string {
  if (own.length === scopes.length) return 'everything'
  if (own.every((scope) => scope.endsWith(':read'))) {
    return own.length === scopes.filter((scope) => scope.endsWith(':read')).length ? 'read only' : own.join(', ')
  }
  return own.length > 4 ? `${own.length} scopes` : own.join(', ')
}
