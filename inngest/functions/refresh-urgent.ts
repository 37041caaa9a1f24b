import { fromJob } from '../from-job'

export const refreshUrgent = fromJob('refresh-urgent')
