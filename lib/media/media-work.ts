import { fairQueue } from '@/lib/concurrency/fair-queue'

/**
 * Runs work that decodes whole images, two at a time in this process. Projects take turns, so one with many large files
 * does not delay the others.
 */
export const runMediaWork = fairQueue(2)
