import type { Client } from '@/lib/api/client'
import { abortUploadSession } from '@/lib/api/operations.generated'
import type { KeptUploads } from './kept-uploads'

/** Sessions that this page is busy with. */
export const held = new Set<string>()

/** Has the server forget what it got; should that fail, it does so by itself within the hour. */
export function dropSession({ call, kept }: { call: Client['call']; kept: KeptUploads }, id: string): void {
  kept.drop(id)
  call(abortUploadSession, { id }).catch(() => {})
}
