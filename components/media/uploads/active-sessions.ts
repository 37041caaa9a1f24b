import type { Client } from '@/lib/api/client'
import { abortResumableUpload, abortUploadSession } from '@/lib/openapi/operations.generated'
import type { LocalUploads } from './local-uploads'

/** Ids of the sessions that this page is uploading. */
export const activeSessions = new Set<string>()

/** Deletes the session. If the request fails, the session expires. */
export function dropSession({ call, local }: { call: Client['call']; local: LocalUploads }, id: string): void {
  const isLarge = local.find(id)?.isLarge
  local.drop(id)
  const dropped = isLarge ? call(abortResumableUpload, { id }) : call(abortUploadSession, { id })
  dropped.catch(() => {})
}
