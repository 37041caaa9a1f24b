import { describe, expect, test } from 'vitest'
import { planList } from './plan-list'
import type { NewPillarRow } from './repository'

const pillar = (key: string, members: Partial<NewPillarRow> = {}): NewPillarRow => ({
  id: `id-${key}`,
  name: key,
  content_type: key,
  color: null,
  allocation_percent: null,
  benchmark_metric: null,
  benchmark_value: null,
  benchmark_window_days: 30,
  max_gap_days: null,
  ...members,
})

const existing = [pillar('tips', { allocation_percent: 60, max_gap_days: 7 }), pillar('news')]
const newId = () => 'new'
const put = (items: Parameters<typeof planList>[1]) => planList(existing, items, { replaces: true, newId })
const patch = (items: Parameters<typeof planList>[1]) => planList(existing, items, { replaces: false, newId })

describe('replacing', () => {
  test('keeps ids by content type, resets members that are left out, and sets the order', () => {
    const { pillars, issues } = put([
      { name: 'Fresh', content_type: 'fresh' },
      { name: 'Tips', content_type: 'tips' },
    ])
    expect(issues).toEqual([])
    expect(pillars).toEqual([pillar('fresh', { id: 'new', name: 'Fresh' }), pillar('tips', { name: 'Tips' })])
  })

  test('two pillars can swap their keys', () => {
    const { pillars, issues } = put([
      { id: 'id-tips', name: 'Tips', content_type: 'news' },
      { id: 'id-news', name: 'News', content_type: 'tips' },
    ])
    expect(issues).toEqual([])
    expect(pillars.map(({ id, content_type }) => [id, content_type])).toEqual([
      ['id-tips', 'news'],
      ['id-news', 'tips'],
    ])
  })
})

describe('updating', () => {
  test('keeps members and pillars that are left out, and adds new ones at the end', () => {
    const { pillars, issues } = patch([
      { name: 'Fresh', content_type: 'fresh' },
      { id: 'id-tips', content_type: 'advice' },
    ])
    expect(issues).toEqual([])
    expect(pillars).toEqual([
      { ...existing[0], content_type: 'advice' },
      existing[1],
      pillar('fresh', { id: 'new', name: 'Fresh' }),
    ])
  })

  test.each([
    ['an unknown id', [{ id: 'other', name: 'A' }], 'pillars.0.id', 'not_found'],
    ['a new one without a name', [{ content_type: 'fresh' }], 'pillars.0.name', 'required'],
    ['one pillar twice', [{ content_type: 'tips' }, { id: 'id-tips' }], 'pillars.1', 'duplicate'],
    ['a key in use', [{ id: 'id-tips', content_type: 'news' }], 'pillars.0.content_type', 'duplicate'],
    [
      'a value without a metric',
      [{ content_type: 'tips', benchmark_value: 1 }],
      'pillars.0.benchmark_metric',
      'required',
    ],
    [
      'a metric without a value',
      [{ content_type: 'tips', benchmark_metric: 'saves' }],
      'pillars.0.benchmark_value',
      'required',
    ],
    [
      'a rate in percent',
      [{ content_type: 'tips', benchmark_metric: 'save_rate', benchmark_value: 5 }],
      'pillars.0.benchmark_value',
      'too_big',
    ],
    ['more than 100%', [{ content_type: 'news', allocation_percent: 40.5 }], 'pillars', 'allocation_over_100'],
  ] as const)('refuses %s', (_, items, path, code) => {
    expect(patch([...items]).issues).toMatchObject([{ path, code }])
  })

  test('the limit of 50 counts the pillars that are kept', () => {
    const kept = Array.from({ length: 49 }, (_, index) => pillar(`kept-${index}`))
    const issuesOf = (keys: string[]) => {
      const items = keys.map((content_type) => ({ name: content_type, content_type }))
      return planList(kept, items, { replaces: false, newId: () => crypto.randomUUID() }).issues
    }
    expect(issuesOf(['fresh'])).toEqual([])
    expect(issuesOf(['fresh', 'more'])).toMatchObject([{ path: 'pillars', code: 'too_big' }])
  })

  test('fractions that add up to 100 are fine', () => {
    expect(
      patch([
        { content_type: 'news', allocation_percent: 29.9 },
        { content_type: 'tips', allocation_percent: 70.1 },
      ]).issues,
    ).toEqual([])
  })
})
