'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountSection } from '@/components/account/account-section'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { OAuthGrant } from '@/lib/oauth/grants/contract'
import { listOAuthGrants, revokeOAuthGrant } from '@/lib/openapi/operations.generated'
import { scopeWords, sortedScopes } from './scope-words'

const key = ['oauth-grants']

type Props = {
  initial: AnswerTo<typeof listOAuthGrants>
  projects: { id: string; name: string }[]
  now: string
}

export function ConnectedAppsSection({ initial, projects, now: renderedAt }: Props) {
  const now = useNow(renderedAt, 30_000)
  const [revoking, setRevoking] = useState<OAuthGrant | null>(null)
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => call(listOAuthGrants, { cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
  })
  const { data, error } = query
  const grants = data.pages.flatMap((page) => page.grants)
  return (
    <AccountSection title="Connected apps" description="Apps that can use Storycast in your name.">
      {error && <ErrorNote isReading error={error} title="The list may be out of date" />}
      {grants.length === 0 ? (
        <p className="text-ink-soft">None yet. An app appears here after you allow its access.</p>
      ) : (
        <ul className="-mx-5 divide-y divide-line border-y border-line">
          {grants.map((grant) => (
            <GrantRow
              key={grant.id}
              grant={grant}
              projectName={projects.find(({ id }) => id === grant.project_id)?.name ?? 'One project'}
              now={now}
              onRevoke={() => setRevoking(grant)}
            />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
      {revoking && <RevokeDialog grant={revoking} onClose={() => setRevoking(null)} />}
    </AccountSection>
  )
}

type RowProps = { grant: OAuthGrant; projectName: string; now: Date; onRevoke: () => void }

function GrantRow({ grant, projectName, now, onRevoke }: RowProps) {
  const { app, project_id: projectId, last_used_at: lastUsedAt } = grant
  const scopes = sortedScopes(grant.scopes)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <h3 className="font-medium wrap-anywhere">{app.name}</h3>
        <p className="text-sm wrap-anywhere text-ink-soft" suppressHydrationWarning>
          {app.place ?? 'On your device'} · {projectId ? projectName : 'All projects'} · Allowed{' '}
          <Time at={grant.created_at} style="date" /> ·{' '}
          {lastUsedAt ? `Last used ${formatRelative(lastUsedAt, now)}` : 'Never used'}
        </p>
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-ink-soft hover:text-ink">
            {scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`}
          </summary>
          <ul className="mt-1 list-disc pl-5">
            {scopes.map((scope) => (
              <li key={scope}>{scopeWords[scope]}</li>
            ))}
          </ul>
        </details>
      </div>
      <Button isSmall onClick={onRevoke}>
        Revoke<span className="sr-only"> {app.name}</span>
      </Button>
    </li>
  )
}

function RevokeDialog({ grant, onClose }: { grant: OAuthGrant; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const revoke = async (): Promise<void> => {
    await call(revokeOAuthGrant, { id: grant.id })
    await queries.invalidateQueries({ queryKey: key })
    toast(`Access of “${grant.app.name}” revoked.`)
  }
  return (
    <ConfirmDialog
      title={`Revoke access of “${grant.app.name}”?`}
      confirmLabel="Revoke"
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>Its requests fail immediately. Scheduled posts stay scheduled.</p>
    </ConfirmDialog>
  )
}
