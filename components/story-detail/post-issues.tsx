import Link from 'next/link'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'

const isConnection = ({ kind }: ForecastIssue): boolean => kind === 'connection_missing' || kind === 'token_expires'

/** Why a scheduled post will or may fail, and where to fix it. */
export const PostIssues = ({ projectId, issues }: { projectId: string; issues: readonly ForecastIssue[] }) =>
  issues.map((issue) => (
    // Above the button that covers the row.
    <p key={issue.kind} className="relative z-10 mt-1.5 wrap-anywhere">
      <span className={`font-medium ${issue.severity === 'error' ? 'text-bad' : 'text-warn'}`}>
        {issue.severity === 'error' ? 'Will fail:' : 'At risk:'}
      </span>{' '}
      {issue.message}{' '}
      {isConnection(issue) ? (
        <Link href={`/${projectId}/connections`} className="font-medium underline">
          Reconnect
        </Link>
      ) : (
        <span className="text-ink-soft">{issue.remedy}</span>
      )}
    </p>
  ))
