'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { DeveloperNav } from '@/components/tokens/developer-nav'
import { Button } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { OAuthApp } from '@/lib/oauth/apps/contract'
import { listOAuthApps } from '@/lib/openapi/operations.generated'
import { AppDialog } from './app-dialog'
import { DeleteAppDialog, RotateSecretDialog } from './app-dialogs'
import { AppRow } from './app-row'
import { appsKey } from './apps-key'
import { NewSecret } from './new-secret'

type Props = { initial: AnswerTo<typeof listOAuthApps>; baseUrl: string }

type Opened =
  | { kind: 'new' }
  | { kind: 'edit' | 'rotate' | 'delete'; app: OAuthApp }
  | { kind: 'created'; app: OAuthApp; secret: string | null }
  | null

/** The OAuth apps that a developer registered. */
export function AppsScreen({ initial, baseUrl }: Props) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = (): void => setOpened(null)
  const onSaved = (app: OAuthApp, secret?: string | null): void =>
    setOpened(secret === undefined ? null : { kind: 'created', app, secret })
  const newApp = (): void => setOpened({ kind: 'new' })
  return (
    <>
      <PageHeader
        title="Developer"
        tools={<DeveloperNav />}
        action={
          <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={newApp}>
            New app
          </Button>
        }
      />
      <div className="flex flex-col gap-6">
        {opened?.kind === 'created' && <NewSecret {...opened} baseUrl={baseUrl} onClose={close} />}
        <AppList initial={initial} onNew={newApp} onOpen={setOpened} />
      </div>
      {opened?.kind === 'new' && <AppDialog app={null} onSaved={onSaved} onClose={close} />}
      {opened?.kind === 'edit' && <AppDialog app={opened.app} onSaved={onSaved} onClose={close} />}
      {opened?.kind === 'rotate' && (
        <RotateSecretDialog
          app={opened.app}
          onRotated={(app, secret) => setOpened({ kind: 'created', app, secret })}
          onClose={() => setOpened((now) => (now?.kind === 'rotate' ? null : now))}
        />
      )}
      {opened?.kind === 'delete' && <DeleteAppDialog app={opened.app} onClose={close} />}
    </>
  )
}

type ListProps = { initial: Props['initial']; onNew: () => void; onOpen: (opened: Opened) => void }

function AppList({ initial, onNew, onOpen }: ListProps) {
  const query = useInfiniteQuery({
    queryKey: appsKey,
    queryFn: ({ pageParam, signal }) => call(listOAuthApps, { cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
  })
  const { data, error } = query
  const apps = data.pages.flatMap((page) => page.apps)
  return (
    <section aria-labelledby="apps">
      <h2 id="apps" className="sr-only">
        Your apps
      </h2>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {apps.length === 0 ? (
        <EmptyState
          Icon={AppWindow}
          title="No apps yet"
          action={
            <Button tone="primary" onClick={onNew}>
              New app
            </Button>
          }
        >
          With an app, other people allow your program to use their projects. For your own projects, a token is enough.
        </EmptyState>
      ) : (
        <ul className="panel divide-y divide-line">
          {apps.map((app) => (
            <AppRow
              key={app.id}
              app={app}
              onEdit={() => onOpen({ kind: 'edit', app })}
              onRotate={() => onOpen({ kind: 'rotate', app })}
              onDelete={() => onOpen({ kind: 'delete', app })}
            />
          ))}
        </ul>
      )}
      <ShowMore query={query} className="mt-4" />
    </section>
  )
}
