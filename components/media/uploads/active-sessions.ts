import type { Client } from '@/lib/api/client'
import { abortUploadSession } from '@/lib/openapi/operations.generated'
import type { LocalUploads } from './local-uploads'

/** Ids of the sessions that this page is uploading. */
export const activeSessions = new Set<string>()

/** Deletes the session. If the request fails, the session expires within an hour. */
export function dropSession({ call, local }: { call: Client['call']; local: LocalUploads }, id: string): void {
  local.drop(id)
  call(abortUploadSession, { id }).catch(() => {})
}
