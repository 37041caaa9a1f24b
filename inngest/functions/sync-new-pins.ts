import { fromJob } from '../from-job'

export const syncNewPins = fromJob('sync-new-pins')
