import { database } from '@/lib/db/pool'
import { runImports } from '@/lib/imports/run/run-imports'

/** Creates imported stories until it is killed. */
for (;;) {
  await runImports(database())
  await new Promise((resolve) => setTimeout(resolve, 50))
}
