import { setTimeout as sleep } from 'node:timers/promises'
import { database } from '@/lib/db/pool'
import { postFirstComments } from '@/lib/publishing/first-comments/post-comments'
import { startPublisher } from '@/lib/publishing/worker'

/** Only publishes and writes first comments, so it starts fast: it is killed often. */
async function writeComments(): Promise<never> {
  for (;;) {
    await postFirstComments(database()).catch(() => {})
    await sleep(200)
  }
}

startPublisher(database())
void writeComments()
