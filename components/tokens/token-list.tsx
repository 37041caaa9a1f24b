'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, Clock, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { EmptyState } from '@/components/ui/empty-state'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { scopes } from '@/lib/auth/scopes'
import { listTokens, revokeToken } from '@/lib/openapi/operations.generated'
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
  const query = useTokens(initial)
  const { data, error } = query
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
      <ShowMore query={query} className="mt-4" />
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </section>
  )
}

const useTokens = (initial: Props['initial']) =>
  useInfiniteQuery({
    queryKey: tokensKey,
    queryFn: ({ pageParam, signal }) => call(listTokens, { cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
    // Shows the last use soon after a token is tried.
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
    Create one for each program, so that you can revoke them separately.
  </EmptyState>
)

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const revoke = async (): Promise<void> => {
    await call(revokeToken, { id: token.id })
    await queries.invalidateQueries({ queryKey: tokensKey })
    toast(`“${token.name}” revoked.`)
  }
  return (
    <ConfirmDialog title={`Revoke “${token.name}”?`} confirmLabel="Revoke" onConfirm={revoke} onClose={onClose}>
      <p>Requests with this token fail immediately. This cannot be undone.</p>
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
  const isActive = token.revoked_at === null && !isExpired
  return (
    <li className="grid min-h-14 items-center gap-x-4 gap-y-1 px-4 py-2 text-sm text-ink-soft max-lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_5rem]">
      <div className="min-w-0">
        <h3 className="text-base font-medium text-ink wrap-anywhere">{token.name}</h3>
        <p>
          <code className="font-mono">…{token.hint}</code> · created <Time at={token.created_at} style="date" />
        </p>
      </div>
      <p className="min-w-0 wrap-anywhere max-lg:col-start-1">
        {token.project_id ? (projectName ?? 'One project') : 'All projects'}, {scopeSummary(token.scopes)}
      </p>
      <div className="max-lg:col-start-1" suppressHydrationWarning>
        <p>{token.last_used_at ? `Last used ${formatRelative(token.last_used_at, now)}` : 'Never used'}</p>
        {token.expires_at && (
          <p>
            {isExpired ? 'Expired' : 'Expires'} <Time at={token.expires_at} style="date" />
          </p>
        )}
      </div>
      <div className="max-lg:col-start-2 max-lg:row-start-1 max-lg:self-start max-lg:justify-self-end">
        <TokenState isRevoked={token.revoked_at !== null} isExpired={isExpired} />
      </div>
      <div className="justify-self-end max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-2 max-lg:self-end">
        {isActive && (
          <Button isSmall onClick={onRevoke}>
            Revoke<span className="sr-only"> {token.name}</span>
          </Button>
        )}
      </div>
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

function scopeSummary(own: string[]): string {
  if (own.length === scopes.length) return 'full access'
  if (own.every((scope) => scope.endsWith(':read'))) {
    return own.length === scopes.filter((scope) => scope.endsWith(':read')).length ? 'read only' : own.join(', ')
  }
  return own.length > 4 ? `${own.length} permissions` : own.join(', ')
}
