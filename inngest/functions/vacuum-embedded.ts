import { fromJob } from '../from-job'

export const vacuumEmbedded = fromJob('vacuum-embedded')
