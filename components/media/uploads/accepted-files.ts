import { fileBytesMax, largeFileBytesMax } from '@/lib/media-files/limits'
import { supportedTypes } from '@/lib/media-files/types'

export type AcceptedMime = keyof typeof supportedTypes

const list = new Intl.ListFormat('en', { type: 'disjunction' })
/** “JPEG, PNG, GIF, WebP, SVG or MP4”. */
export const acceptedTypesText = list.format(Object.values(supportedTypes)).replace(/, or /, ' or ')

/** For a file that has the name or the first bytes of this type. */
export const damagedText = (mime: AcceptedMime): string => {
  const type = supportedTypes[mime]
  const a = /^[SM]/.test(type) ? 'an' : 'a'
  return `This file is damaged or not really ${a} ${type}. Save it again as ${type}, or choose another file.`
}

/** `accept` of the file dialog. */
export const acceptedTypes = Object.keys(supportedTypes).join(',')

export const maxSizeText = `${fileBytesMax / 1_048_576} MB`
export const maxVideoSizeText = `${largeFileBytesMax / 1_073_741_824} GB`
/** “images up to 10 MB, videos up to 1 GB”. */
export const maxSizesText = `images up to ${maxSizeText}, videos up to ${maxVideoSizeText}`
