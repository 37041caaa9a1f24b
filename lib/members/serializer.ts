import { storage } from '@/lib/storage/storage'
import type { Member } from './contract'
import type { MemberRow } from './repository'

export const serializeMember = (row: MemberRow, readerId: string): Member => ({
  user_id: row.user_id,
  name: row.name,
  email: row.email,
  photo_url: row.photo_path === null ? null : storage().publicUrl(row.photo_path),
  role: row.role,
  joined_at: row.created_at.toISOString(),
  is_you: row.user_id === readerId,
})
