import { fromJob } from '../from-job'

export const cleanUpMedia = fromJob('clean-up-media')
