import { z } from 'zod'
import type { Context } from '@/lib/api/context'
import { instant } from '@/lib/api/contract'
import { issueWords } from '@/lib/api/issue-words'
import { issuesOf } from '@/lib/api/parse'
import type { Sound } from '@/lib/api/sound'
import { parseSite } from '@/lib/channels/ghost/site'
import { type Issue, issuesIn } from '@/lib/errors'
import { AddressRefused } from '@/lib/outbound/guard'
import { accessProject } from '@/lib/projects/access'
import { accountShape } from './contract'

type Account = { expires_at?: string | null | undefined; credentials: object }

/** What the rules have against an account whose form is right. */
export function accountFaults({ expires_at, credentials }: Account, now: Date): Issue[] {
  const issues: Issue[] = []
  if (expires_at && new Date(expires_at) <= now) {
    const message = 'These credentials have ended already. Get new ones from the network.'
    issues.push({ path: 'expires_at', code: 'in_the_past', message })
  }
  const refusal = 'site_url' in credentials ? refusalOf(String(credentials.site_url)) : null
  if (refusal) issues.push({ path: 'credentials.site_url', code: 'address_refused', message: refusal })
  return issues
}

/** The server will call this address, so one that leads inside is refused now and not when a post is due. */
function refusalOf(address: string): string | null {
  try {
    parseSite(address)
    return null
  } catch (error) {
    if (error instanceof AddressRefused) return error.message
    throw error
  }
}

const WithoutChannel = z.object(accountShape)

/** What the rules have against the sound part of a request whose form is at fault as well. */
export async function faultsOfConnect(context: Context, { members, given, unsound }: Sound): Promise<Issue[]> {
  // The channel tells which credentials belong to it; without one nobody looked at the other members yet.
  const others = unsound.has('channel') ? WithoutChannel.safeParse(given, { error: issueWords }) : null
  const end = instant.nullish().safeParse(members.expires_at)
  const { credentials } = members
  const issues = accountFaults(
    {
      expires_at: end.success ? end.data : null,
      credentials: typeof credentials === 'object' && credentials !== null ? credentials : {},
    },
    context.now,
  )
  return [
    ...(others?.error ? issuesOf(others.error, given) : []),
    ...(await projectFaults(context, members)),
    ...issues,
  ]
}

/** A project that has to be named and is not. Whether a named one is there is asked when the form is right. */
export async function projectFaults(context: Context, members: Record<string, unknown>): Promise<Issue[]> {
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
