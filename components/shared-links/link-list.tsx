'use client'

import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { ListSkeleton } from '@/components/ui/skeleton'

/** A link that people without an account can open. */
export type SharedLink = {
  id: string
  name: string
  isOpen: boolean
  /** When it expires or ended, and who created it. */
  about: ReactNode
  /** When it was opened. */
  opened: ReactNode
}

type Props = {
  query: { error: Error | null; isPending: boolean; refetch: () => unknown }
  links: readonly SharedLink[]
  /** Takes the id of a link. */
  revoking: UseMutationResult<unknown, Error, string>
  mayRevoke: boolean
  /** Below the list. */
  children?: ReactNode
}

/** Links that were created, with “Revoke”. */
export function LinkList({ query, links, revoking, mayRevoke, children }: Props) {
  return (
    <section aria-labelledby="shared-links" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id="shared-links" className="font-semibold">
        Links
      </h3>
      {query.error && <ErrorNote isReading error={query.error} onRetry={() => void query.refetch()} />}
      {revoking.error && <ErrorNote error={revoking.error} title="The link was not revoked" />}
      {query.isPending && <ListSkeleton rows={1} label="Loading links" />}
      {!query.isPending && !query.error && links.length === 0 && <p className="text-sm text-ink-soft">No links yet.</p>}
      {links.length > 0 && (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto">
          {links.map(({ id, name, isOpen, about, opened }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-2">
              <div className="min-w-0 text-sm">
                <p className="text-base font-medium wrap-anywhere">{name}</p>
                <p className="text-ink-soft">{about}</p>
                <p className="text-ink-soft">{opened}</p>
              </div>
              {isOpen && mayRevoke && (
                <Button
                  isSmall
                  tone="danger"
                  isBusy={revoking.isPending && revoking.variables === id}
                  onClick={() => revoking.mutate(id)}
                >
                  Revoke<span className="sr-only"> {name}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}
