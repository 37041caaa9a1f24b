import { fromJob } from '../from-job'

export const inspectMedia = fromJob('inspect-media')
