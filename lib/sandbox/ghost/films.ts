import { type Answer, jsonAnswer } from '../exchange'
import { examineFilm, examineFilmFile } from '../films'
import { examine } from '../images'
import type { Part } from '../multipart'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { badRequest, errorAnswer, uploadRefused } from './errors'
import { limits } from './rules'

const fields = ['file', 'thumbnail', 'purpose', 'ref']
/** Ghost goes by the ending of the name. */
const endings = /\.(mp4|webm|ogv|mov)$/i

const examineFile = (sandbox: Sandbox, { data, draft }: Part) =>
  draft === null ? examineFilm(data) : examineFilmFile(sandbox.files.draftPath(draft))

/** `POST /media/upload/`: a film, with the picture that stands for it if the caller has one. */
export async function uploadFilm(sandbox: Sandbox, { call }: Visit): Promise<Answer> {
  if (call.contentType !== 'multipart/form-data') throw badRequest('The body must be multipart/form-data.')
  const parts = call.parts()
  const stranger = parts.find(({ name }) => !fields.includes(name))
  if (stranger) throw badRequest(`Unknown field: ${stranger.name}.`)
  const file = parts.find(({ name }) => name === 'file')
  if (!file || file.filename === null)
    return errorAnswer({ status: 422, type: 'ValidationError', message: 'Please select a media file.' })
  if (file.size > limits.filmBytesMax) return uploadRefused(413, 'Request is larger than the maximum file size.')
  const film = endings.test(file.filename) ? await examineFile(sandbox, file) : null
  if (!film) return uploadRefused(415, 'Please select a valid media file.')
  const thumbnail = parts.find(({ name }) => name === 'thumbnail')
  const picture = thumbnail ? await examine(thumbnail.data) : null
  if (thumbnail && !picture) return uploadRefused(415, 'Please select a valid thumbnail.')
  const media = await sandbox.keep(file.draft ?? file.data, film, null, null)
  const shown = thumbnail && picture ? await sandbox.keep(thumbnail.data, picture, null, null) : null
  const ref = parts.find(({ name }) => name === 'ref')?.data.toString() ?? null
  const thumbnail_url = shown ? sandbox.mediaUrl(shown) : null
  return jsonAnswer(201, { media: [{ url: sandbox.mediaUrl(media), thumbnail_url, ref }] })
}
