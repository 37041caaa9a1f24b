import bowser from 'bowser'

/** A readable browser name, such as “Chrome on macOS” or “Safari on iPhone”. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os, platform } = bowser.parse(userAgent)
  const system = platform.model && platform.vendor === 'Apple' ? platform.model : os.name
  if (browser.name && system) return `${browser.name} on ${system}`
  return browser.name || system || 'Unknown device'
}
