import { createHash } from 'node:crypto'
import { fold } from '@/lib/voice/fold'

/** Equal for captions that differ only in case, white space, invisible characters or fancy letters. */
export const captionHash = (caption: string): Buffer => createHash('sha256').update(fold(caption).text.trim()).digest()
