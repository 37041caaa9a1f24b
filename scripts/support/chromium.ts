import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A Chromium that is installed on this machine, or null. CHROMIUM_PATH names one that is somewhere else. */
export function findChromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const folders = (process.env.PATH ?? '').split(':')
  const found = [
    process.env.CHROMIUM_PATH ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ]
  return found.find((path) => path !== '' && existsSync(path)) ?? null
}

/**
 * What it would do beside showing pages. Each window draws two pages of its own for the address bar, which took more of
 * the processor than ours. Of several lists of features the last one counts, so Playwright's is repeated.
 */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How it is started where nobody looks at it. */
export const quietChromium = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unwanted.join(',')}`,
]
