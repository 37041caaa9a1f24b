import { fromJob } from '../from-job'

export const makePreviews = fromJob('make-previews')
