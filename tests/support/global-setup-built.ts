import { ensureBuilt } from '@/scripts/support/build'

/** For files that start servers of their own side by side: the build that all of them serve is made once, before them. */
export default (): Promise<void> => ensureBuilt((message) => process.stdout.write(`${message}\n`))
