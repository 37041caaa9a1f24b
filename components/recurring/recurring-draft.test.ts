import { expect, test } from 'vitest'
import { tidyTime } from '@/components/time/tidy-time'
import type { RecurringTemplate } from '@/lib/recurring/contract'
import { draftOf, inputOf } from './recurring-draft'

test.each([
  ['9', '09:00'],
  ['9:5', '09:05'],
  ['18.30', '18:30'],
  ['9am', '09:00'],
  ['12:30\u202fPM', '12:30'],
  ['12 am', '00:00'],
  ['5.30 p.m.', '17:30'],
  ['13 pm', '13 pm'],
  ['noon', 'noon'],
])('%s is read as %s', (text, time) => expect(tidyTime(text)).toBe(time))

test('editing keeps members that the form does not show, and drops overrides of removed channels', () => {
  const story = {
    caption: 'Bread',
    channels: ['x', 'ghost'] as const,
    media_urls: ['https://a.example/1.jpg'],
    destination_url: 'https://bread.example',
    channel_overrides: { x: { caption: 'Short' }, ghost: { title: 'Long' } },
  }
  const template = {
    name: 'Bread',
    story,
    cadence: { kind: 'daily', time: '09:00' },
    timezone: 'Europe/Berlin',
    starts_at: '2030-01-01T08:00:00.000Z',
    ends_at: null,
    create_ahead_minutes: 60,
  } as unknown as RecurringTemplate
  const draft = draftOf(template)
  expect(draft.startsAt).toBe('2030-01-01T09:00')
  expect(inputOf({ ...draft, channels: ['ghost'] }, template.story)).toEqual({
    name: 'Bread',
    cadence: { kind: 'daily', time: '09:00' },
    timezone: 'Europe/Berlin',
    starts_at: '2030-01-01T08:00:00.000Z',
    ends_at: null,
    create_ahead_minutes: 60,
    story: {
      caption: 'Bread',
      channels: ['ghost'],
      title: null,
      content_type: null,
      hashtags: null,
      slides: [{ media_url: 'https://a.example/1.jpg' }],
      destination_url: 'https://bread.example',
      channel_overrides: { ghost: { title: 'Long' } },
    },
  })
})
