import { storage } from '@/lib/storage/storage'
import type { StoryEditor } from '@/lib/stories/resource-contract'
import type { EditorRow } from './repository'

export const serializeEditor = ({ user_id, name, photo_path }: EditorRow): StoryEditor => ({
  user_id,
  name,
  photo_url: photo_path === null ? null : storage().publicUrl(photo_path),
})
