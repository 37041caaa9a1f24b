'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { dayOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { ListSkeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import { listReportLinks, revokeReportLink } from '@/lib/openapi/operations.generated'
import type { ReportLink } from '@/lib/reports/contract'
import { plural } from '@/lib/text/number-text'
import { daysText } from '../period-text'

export const reportLinksKey = (projectId: string) => ['report-links', projectId] as const

type Props = { projectId: string; mayRevoke: boolean }

/** Links of the project that exist, newest first. */
export function ReportLinks({ projectId, mayRevoke }: Props) {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: reportLinksKey(projectId),
    queryFn: ({ signal }) => call(listReportLinks, { project_id: projectId }, { signal }),
  })
  const revoking = useMutation({
    mutationFn: (id: string) => call(revokeReportLink, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: reportLinksKey(projectId) }),
  })
  const links = list.data?.report_links ?? []
  return (
    <section aria-labelledby="report-links" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id="report-links" className="font-semibold">
        Links
      </h3>
      {list.error && <ErrorNote isReading error={list.error} onRetry={() => void list.refetch()} />}
      {revoking.error && <ErrorNote error={revoking.error} title="The link was not revoked" />}
      {list.isPending && <ListSkeleton rows={2} label="Loading links" />}
      {list.data && links.length === 0 && <p className="text-sm text-ink-soft">No links yet.</p>}
      {links.length > 0 && (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto">
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isRevoking={revoking.isPending && revoking.variables === link.id}
              onRevoke={mayRevoke ? () => revoking.mutate(link.id) : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { link: ReportLink; isRevoking: boolean; onRevoke: (() => void) | undefined }

function LinkRow({ link, isRevoking, onRevoke }: RowProps) {
  const { timeZone, locale } = useZone()
  // The end is exclusive.
  const last = new Date(Date.parse(link.to) - 1)
  const days = daysText({ first: dayOf(link.from, timeZone), last: dayOf(last, timeZone) }, locale)
  const name = link.title ?? days
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0 text-sm">
        <p className="text-base font-medium wrap-anywhere">{name}</p>
        <p className="text-ink-soft">
          {link.title && `${days} · `}
          {link.status === 'active' ? 'Expires ' : `${link.status === 'expired' ? 'Expired' : 'Revoked'} · created `}
          <Time at={link.status === 'active' ? link.expires_at : link.created_at} style="compact" />
          {link.created_by && ` · ${link.created_by}`}
        </p>
        <p className="text-ink-soft">
          {link.last_opened_at ? (
            <>
              Opened {plural(link.opened_count, 'time')}, last <Time at={link.last_opened_at} style="compact" />
            </>
          ) : (
            'Not opened yet'
          )}
        </p>
      </div>
      {link.status === 'active' && onRevoke && (
        <Button isSmall tone="danger" isBusy={isRevoking} onClick={onRevoke}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}
