import { database } from '@/lib/db/pool'
import { findDeletion } from '@/lib/inbox/callbacks/service'
import { plainPage } from '@/lib/plain-page'

export const maxDuration = 60

/** The public status of a data deletion. */
export async function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  const { code } = await params
  const found = /^[0-9a-f]{32}$/.test(code) ? await findDeletion(database(), code) : undefined
  const page = found
    ? plainPage('Your data is deleted', `<p>Your comments and messages were deleted on ${dayOf(found.created_at)}.</p>`)
    : plainPage('Unknown code', '<p>There is no data deletion with this code. Check the address.</p>')
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(page, { status: found ? 200 : 404, headers })
}

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
