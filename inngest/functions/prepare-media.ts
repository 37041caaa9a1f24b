import { fromJob } from '../from-job'

export const prepareMedia = fromJob('prepare-media')
