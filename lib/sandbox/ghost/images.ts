import { type Answer, jsonAnswer } from '../exchange'
import { examine } from '../images'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { badRequest, errorAnswer, uploadRefused } from './errors'
import { limits } from './rules'

const fields = ['file', 'purpose', 'ref']
const purposes = ['image', 'profile_image', 'icon']

/** `POST /images/upload/`. */
export async function uploadImage(sandbox: Sandbox, { call }: Visit): Promise<Answer> {
  if (call.contentType !== 'multipart/form-data') throw badRequest('The body must be multipart/form-data.')
  const parts = call.parts()
  const stranger = parts.find(({ name }) => !fields.includes(name))
  if (stranger) throw badRequest(`Unknown field: ${stranger.name}.`)
  const file = parts.find(({ name }) => name === 'file')
  if (!file || file.filename === null) {
    return errorAnswer({ status: 422, type: 'ValidationError', message: 'Please select an image.' })
  }
  const purpose = parts.find(({ name }) => name === 'purpose')?.data.toString() ?? 'image'
  if (!purposes.includes(purpose)) throw badRequest(`The purpose must be one of ${purposes.join(', ')}.`)
  if (file.data.length > limits.imageBytesMax) {
    return uploadRefused(413, 'Request is larger than the maximum file size.')
  }
  const image = await examine(file.data)
  if (!image || !['jpeg', 'png', 'gif', 'webp', 'svg'].includes(image.format)) {
    return uploadRefused(415, 'Please select a valid image.')
  }
  const media = await sandbox.keep(file.data, image, null, null)
  const ref = parts.find(({ name }) => name === 'ref')?.data.toString() ?? null
  return jsonAnswer(201, { images: [{ url: sandbox.mediaUrl(media), ref }] })
}
