import { storage } from '@/lib/storage/storage'
import type { Account } from './contract'
import type { AccountRow } from './repository'

export const photoUrlOf = (path: string | null): string | null => (path === null ? null : storage().publicUrl(path))

export const serializeAccount = (
  { photo_path, email_confirmed_at, ...row }: AccountRow,
  pendingEmail: string | null,
): Account => ({
  ...row,
  email_confirmed: email_confirmed_at !== null,
  pending_email: pendingEmail,
  photo_url: photoUrlOf(photo_path),
})
