import { database } from '@/lib/db/pool'
import { createDueStories } from '@/lib/recurring/run/create-due-stories'

/** Creates recurring stories until it is killed. */
for (;;) {
  await createDueStories(database())
  await new Promise((resolve) => setTimeout(resolve, 50))
}
