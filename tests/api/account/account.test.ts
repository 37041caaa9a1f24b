import { describe, expect, test } from 'vitest'
import { getAccount, updateAccount } from '@/lib/account/contract'
import { dateLocaleIds, localeWith } from '@/lib/account/date-locales'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

describe('date settings', () => {
  test('default to the browser, can be set and cleared', async () => {
    const { userId } = await aProject()
    const session = await signedIn(userId)
    const before = await session.get(getAccount)
    expect(before).toMatchObject({ id: userId, date_locale: null, hour_cycle: null })
    const changed = await session.patch(updateAccount, { date_locale: 'de-AT', hour_cycle: 'h12' })
    expect(changed).toEqual({ ...before, date_locale: 'de-AT', hour_cycle: 'h12' })
    // Omitted members stay unchanged.
    expect(await session.patch(updateAccount, { date_locale: null })).toEqual({ ...before, hour_cycle: 'h12' })
    expect(await session.patch(updateAccount)).toEqual({ ...before, hour_cycle: 'h12' })
    expect(await session.get(getAccount)).toEqual({ ...before, hour_cycle: 'h12' })
  })

  test('do not change other accounts', async () => {
    const [one, other] = [await aProject(), await aProject()]
    await (await signedIn(one.userId)).patch(updateAccount, { date_locale: 'ja-JP' })
    expect((await (await signedIn(other.userId)).get(getAccount)).date_locale).toBeNull()
  })

  test.each([
    [{ date_locale: 'xx-XX' }, 'date_locale'],
    [{ date_locale: '' }, 'date_locale'],
    [{ hour_cycle: 'h24' }, 'hour_cycle'],
    [{ email: 'other@example.com' }, 'email'],
  ])('refuses %j', async (change, path) => {
    const { userId } = await aProject()
    const { error } = await (await signedIn(userId)).refused(updateAccount, change)
    expect(error.issues).toMatchObject([{ path }])
  })
})

test('every date locale is canonical and supported by Node', () => {
  expect(Intl.DateTimeFormat.supportedLocalesOf(dateLocaleIds)).toEqual(dateLocaleIds)
})

test('hour_cycle overrides the clock of the locale', () => {
  const shown = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
      new Date('2026-05-01T14:30:00Z'),
    )
  const both = { date_locale: 'en-US', hour_cycle: 'h23' } as const
  expect(shown(localeWith(both, 'fr-FR'))).toBe('14:30')
  expect(shown(localeWith({ ...both, hour_cycle: null }, 'fr-FR'))).toMatch(/^2:30\sPM$/)
  expect(shown(localeWith({ date_locale: null, hour_cycle: 'h12' }, 'en-GB'))).toMatch(/^2:30\spm$/)
})
