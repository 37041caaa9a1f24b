import { runAutomations } from '@/lib/automations/run/run-automations'
import { database } from '@/lib/db/pool'

/** Runs automations until it is killed. */
for (;;) {
  await runAutomations(database())
  await new Promise((resolve) => setTimeout(resolve, 50))
}
