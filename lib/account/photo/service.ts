import { Readable } from 'node:stream'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { log } from '@/lib/logger'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import { swapPhotoPath } from '../repository'
import { get } from '../service'
import type * as contracts from './contract'
import { encodePhoto } from './encode'

const photoType = 'image/webp'

export async function put(
  context: Context,
  { file }: InputOf<typeof contracts.putPhoto>,
): Promise<AnswerOf<typeof contracts.putPhoto>> {
  const { db, principal } = context
  const photo = await encodePhoto(file.path)
  const path = pathFor(principal.userId, photoType)
  await storage()
    .put(path, Readable.from([photo]), photoType)
    .catch((error: unknown) => {
      throw asStorageUnavailable(error)
    })
  const before = await swapPhotoPath(db, principal.userId, path)
  if (before) await dropFile(before)
  return get(context)
}

export async function remove(context: Context): Promise<AnswerOf<typeof contracts.deletePhoto>> {
  const before = await swapPhotoPath(context.db, context.principal.userId, null)
  if (before) await dropFile(before)
  return get(context)
}

/** Deletes the file of a deleted user's photo, because no row refers to it afterwards. */
export async function erasePhoto({ db, principal }: Context): Promise<void> {
  const before = await swapPhotoPath(db, principal.userId, null)
  if (!before) return
  await storage()
    .delete(before)
    .catch((error: unknown) => {
      throw asStorageUnavailable(error)
    })
}

/** No row refers to the file, so the job `clean-up-media` deletes it if this fails. */
async function dropFile(path: string): Promise<void> {
  await storage()
    .delete(path)
    .catch((cause: unknown) => log.warn('account.photo_kept', { cause }))
}
