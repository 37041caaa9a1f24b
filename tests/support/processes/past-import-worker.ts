import { database } from '@/lib/db/pool'
import { runPastImports } from '@/lib/past-posts/run-imports'

/** Imports past posts until it is killed. */
for (;;) {
  await runPastImports(database())
  await new Promise((resolve) => setTimeout(resolve, 50))
}
