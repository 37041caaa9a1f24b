import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The path of an installed Chromium, or null. CHROMIUM_PATH overrides the search. The one without windows is faster. */
export function findChromium(): string | null {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const folders = (process.env.PATH ?? '').split(':')
  const found = [
    process.env.CHROMIUM_PATH ?? '',
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  return found.find((path) => path !== '' && existsSync(path)) ?? null
}

/**
 * Features that waste CPU in tests: each window renders two extra pages for the address bar. Chromium uses only the last
 * `--disable-features`, so this list includes Playwright's.
 */
const disabledFeatures = [
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

/** Command line for headless use. */
export const quietChromium = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]
