import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findChromium, quietChromium } from '@/scripts/testing/chromium'
import { serve } from './global-setup'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Null where no Chromium is installed. */
    chromiumUrl: string | null
  }
}

/** Starts the product with its worker, and one Chromium for all files. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium()
  const [stopProduct, browser] = await Promise.all([
    serve(project, true),
    executablePath ? chromium.launchServer({ executablePath, args: quietChromium }) : null,
  ])
  project.provide('chromiumUrl', browser?.wsEndpoint() ?? null)
  return async () => {
    await browser?.close()
    await stopProduct()
  }
}
