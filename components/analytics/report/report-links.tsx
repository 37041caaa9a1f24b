'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LinkList, type SharedLink } from '@/components/shared-links/link-list'
import { daysText } from '@/components/time/days-text'
import { dayOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { listReportLinks, revokeReportLink } from '@/lib/openapi/operations.generated'
import type { ReportLink } from '@/lib/reports/contract'
import { plural } from '@/lib/text/number-text'

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
  const { timeZone, locale } = useZone()
  const shown = links.map((link): SharedLink => {
    // The end is exclusive.
    const last = new Date(Date.parse(link.to) - 1)
    const days = daysText({ first: dayOf(link.from, timeZone), last: dayOf(last, timeZone) }, locale)
    return {
      ...{ id: link.id, name: link.title ?? days, isOpen: link.status === 'active' },
      about: <About link={link} days={link.title ? days : null} />,
      opened: link.last_opened_at ? (
        <>
          Opened {plural(link.opened_count, 'time')}, last <Time at={link.last_opened_at} style="compact" />
        </>
      ) : (
        'Not opened yet'
      ),
    }
  })
  return <LinkList query={list} links={shown} revoking={revoking} mayRevoke={mayRevoke} />
}

const About = ({ link, days }: { link: ReportLink; days: string | null }) => (
  <>
    {days && `${days} · `}
    {link.status === 'active' ? 'Expires ' : `${link.status === 'expired' ? 'Expired' : 'Revoked'} · created `}
    <Time at={link.status === 'active' ? link.expires_at : link.created_at} style="compact" />
    {link.created_by && ` · ${link.created_by}`}
  </>
)
