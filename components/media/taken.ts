import { fileBytesMax } from '@/lib/media/limits'
import { takenTypes } from '@/lib/media/types'

export type TakenMime = keyof typeof takenTypes

const list = new Intl.ListFormat('en', { type: 'disjunction' })
/** “JPEG, PNG, GIF, WebP, SVG or MP4”. */
export const takenWords = list.format(Object.values(takenTypes)).replace(/, or /, ' or ')

/** For the file dialog, which then shows nothing else. */
export const acceptedTypes = Object.keys(takenTypes).join(',')

export const maxWords = `${fileBytesMax / 1_048_576} MB`
