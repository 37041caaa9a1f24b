import { Readable } from 'node:stream'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { log } from '@/lib/logger'
import { asStorageTrouble } from '@/lib/media/trouble'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
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
      throw asStorageTrouble(error)
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

/** For a user who is deleted: the file must go, as nothing names it afterwards. */
export async function erasePhoto({ db, principal }: Context): Promise<void> {
  const before = await swapPhotoPath(db, principal.userId, null)
  if (!before) return
  await storage()
    .delete(before)
    .catch((error: unknown) => {
      throw asStorageTrouble(error)
    })
}

/** No row names the file any more, so the job `clean-up-media` deletes it if this fails. */
async function dropFile(path: string): Promise<void> {
  await storage()
    .delete(path)
    .catch((cause: unknown) => log.warn('account.photo_kept', { cause }))
}
