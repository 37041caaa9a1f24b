/** A file of another product becomes scheduled stories, and the import is undone. */
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { runImports } from '@/lib/imports/run/run-imports'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings } from '@/tests/support/browser/browser'
import { anOwner } from '@/tests/support/browser/team'
import { anImageFile } from '../media/files'

const browser = aBrowser()
const year = new Date().getUTCFullYear() + 1

test.skipIf(!hasChromium)('a CSV file of Buffer is checked, imported and undone', async () => {
  const { page, projectId } = await anOwner(browser, 'threads')
  await open(page, `/${projectId}/stories`)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const drop = page.getByLabel('Choose a CSV file, or drop it here')
  await drop.waitFor()
  expect(await seriousFindings(page)).toEqual([])

  const fileOf = (csv: string) => ({ name: 'May.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') })
  await drop.setInputFiles(fileOf('Text\n"open'))
  await page.getByText('May.csv must be CSV, and cannot be read near line 2', { exact: false }).waitFor()
  const image = anImageFile('photo.png').buffer
  await drop.setInputFiles({ name: 'photo.csv', mimeType: 'text/csv', buffer: image })
  await page.getByText('“photo.csv” is not a CSV file.', { exact: false }).waitFor()
  await drop.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: image })
  await page.getByText('“photo.png” is not a CSV file.', { exact: false }).waitFor()

  const csv = `Text;Image URL;Posting Time\nKäse is in;;03/04/${year} 09:00\nRolls;nowhere;05/04/${year} 09:00\nCake;;06/04/${year} 10:00\n`
  await drop.setInputFiles(fileOf(csv))
  const rows = page.getByRole('list', { name: 'Rows of the file' }).locator('> li')
  await page.getByText('May.csv (Buffer): 2 ready, 1 with errors', { exact: false }).waitFor()
  // The connected channel is chosen.
  expect(await page.getByRole('checkbox', { name: 'Threads' }).isChecked()).toBe(true)
  const create = page.getByRole('button', { name: 'Create 2 stories' })
  await create.waitFor()
  expect(await create.isDisabled()).toBe(true)
  await page.getByText(/^Is 03\/04\/\d+ (March 4 or April 3|4 March or 3 April)\?$/).waitFor()
  await page.getByRole('button', { name: /^(3 April|April 3)$/ }).click()
  await expect.poll(() => create.isEnabled()).toBe(true)
  // In the order of the file.
  await expect.poll(() => rows.nth(1).textContent()).toContain('Image URL must be an absolute http:// or https:// URL')
  await page.getByText('Käse is in', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(() => overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  await create.click()
  await page.getByText('Creating 2 stories').waitFor()
  await runImports(database())
  await page.getByText('2 stories created').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download error report' }).click()
  expect((await downloading).suggestedFilename()).toBe('May-errors.csv')
  expect(await seriousFindings(page)).toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'Delete the imported stories' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete stories' }).click()
  await page.getByText('Deleting the imported stories').waitFor()
  await runImports(database())
  await page.getByText('2 stories deleted').waitFor()
  await open(page, `/${projectId}/stories`)
  await page.getByRole('heading', { name: 'No stories yet' }).waitFor()
})
