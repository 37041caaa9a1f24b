import { storage } from '@/lib/storage/storage'
import type { Account } from './contract'
import type { AccountRow } from './repository'

export const photoUrlOf = (path: string | null): string | null => (path === null ? null : storage().publicUrl(path))

export const serializeAccount = ({ photo_path, ...row }: AccountRow): Account => ({
  ...row,
  photo_url: photoUrlOf(photo_path),
})
