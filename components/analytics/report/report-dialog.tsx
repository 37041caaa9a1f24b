'use client'

import { Download } from 'lucide-react'
import { useIsAtLeast } from '@/components/projects/role'
import { dayOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Dialog } from '@/components/ui/dialog'
import { buttonLook } from '@/components/ui/plain-button'
import { NewLink } from './new-link'
import { ReportLinks } from './report-links'
import type { ReportProps } from './report-props'

/** The report of the chosen period as a PDF, or as a link that expires. */
export function ReportDialog({ onClose, ...report }: ReportProps & { onClose: () => void }) {
  const { projectId, query, channel, period } = report
  const maySend = useIsAtLeast('editor')
  const params = new URLSearchParams({ project_id: projectId, ...query, ...(channel ? { channel } : {}) })
  const { timeZone } = useZone()
  // The end is exclusive.
  const days = new Set([query.from, Date.parse(query.to) - 1].map((at) => dayOf(new Date(at), timeZone)))
  return (
    <Dialog title="Report" onClose={onClose}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-soft">
          {period}: totals, trend, best posts, channels, pillars and hours.
        </p>
        <a
          href={`/api/v1/analytics/report?${params}`}
          download={`analytics-report-${[...days].join('-to-')}.pdf`}
          className={buttonLook({ tone: 'secondary' })}
        >
          <Download aria-hidden size={16} />
          Download PDF
        </a>
      </div>
      {maySend && <NewLink {...report} />}
      <ReportLinks projectId={projectId} mayRevoke={maySend} />
    </Dialog>
  )
}
