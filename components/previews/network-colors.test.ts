import { readFileSync } from 'node:fs'
import Color from 'colorjs.io'
import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'

const source = readFileSync('app/networks.css', 'utf8')

/** Token values of a network: light and dark. */
function colorsOf(network: string): Map<string, readonly [string, string]> {
  const block = new RegExp(`\\[data-network="${network}"\\] \\{([^}]*)\\}`).exec(source)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(([, name = '', light = '', dark = '']) => [
      name,
      [light, dark],
    ]),
  )
}

/** WCAG 2.2, 1.4.3. */
test.each(channelIds)('text on %s has enough contrast in both themes', (network) => {
  const colors = colorsOf(network)
  const weak = [0, 1].flatMap((theme) =>
    ['ink', 'ink-soft', 'accent'].flatMap((text) =>
      ['surface', 'sunken'].filter((background) => {
        const [one, other] = [text, background].map((name) => new Color(colors.get(name)?.[theme] ?? ''))
        return !one || !other || one.contrast(other, 'WCAG21') < 4.5
      }),
    ),
  )
  expect(weak).toEqual([])
})
