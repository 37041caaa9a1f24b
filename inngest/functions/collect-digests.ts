import { fromJob } from '../from-job'

export const collectDigests = fromJob('collect-digests')
