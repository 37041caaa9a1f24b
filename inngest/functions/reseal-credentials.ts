import { fromJob } from '../from-job'

export const resealCredentials = fromJob('reseal-credentials')
