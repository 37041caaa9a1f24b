import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { parseSite } from '@/lib/channels/ghost/site'
import { type Issue, issuesIn } from '@/lib/errors'
import { AddressRefused } from '@/lib/outbound/guard'

type Account = { expires_at?: string | null | undefined; credentials: object }

/** Rule issues of a well-formed account. */
export function accountIssues({ expires_at, credentials }: Account, now: Date): Issue[] {
  const issues: Issue[] = []
  if (expires_at && new Date(expires_at) <= now) {
    const message = 'These credentials have expired. Get new ones from the network.'
    issues.push({ path: 'expires_at', code: 'in_the_past', message })
  }
  const message = 'site_url' in credentials ? addressIssue(String(credentials.site_url)) : null
  if (message) issues.push({ path: 'credentials.site_url', code: 'address_refused', message })
  return issues
}

/** The server calls this URL, so private addresses are rejected now, not when a post is due. */
function addressIssue(address: string): string | null {
  try {
    parseSite(address)
    return null
  } catch (error) {
    if (error instanceof AddressRefused) return error.message
    throw error
  }
}

/** The issue of a missing project id. Whether the named project exists is checked later. */
export async function projectIssues(context: Context, members: Record<string, unknown>): Promise<Issue[]> {
  if (members.project_id !== undefined || members.projectId !== undefined) return []
  try {
    await accessProject(context, undefined, 'connections:write')
    return []
  } catch (error) {
    const issues = issuesIn(error)
    if (issues) return issues
    throw error
  }
}
