import { checkDue } from '@/lib/connectors/check/check-due'
import { database } from '@/lib/db/pool'

/** Checks connectors until it is killed. */
for (;;) {
  await checkDue(database())
  await new Promise((resolve) => setTimeout(resolve, 50))
}
