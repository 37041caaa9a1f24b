import { expect, test } from 'vitest'
import { prefixOf, rowWarnings } from './row-warnings'

const item = (id: string, channel: 'instagram' | 'linkedin', data_snapshot: Record<string, unknown> = {}) => ({
  ...{ id, channel, data_snapshot },
  status: 'approved' as const,
  skip_reason: null,
})
const crops = 'Instagram crops all media of a carousel to the ratio of the first. Image 1 is 1.91:1 and image 2 is 1:1.'

test('a finding of the media check is a short heads-up that names its channel once', () => {
  const [warning, ...others] = rowWarnings(
    [item('a', 'instagram', { media_warning: crops }), item('b', 'linkedin')],
    [],
  )
  expect(others).toEqual([])
  expect(warning).toMatchObject({
    severity: 'warning',
    short: 'Instagram crops all media of a carousel to the ratio of the first.',
    rest: 'Image 1 is 1.91:1 and image 2 is 1:1.',
    fix: 'edit',
  })
  expect(warning && prefixOf(warning, 2)).toBe('')
})

test('a reason is shown once, also if the media check and the forecast found it', () => {
  const message = 'The file cannot be read.'
  const items = [item('a', 'instagram', { media_problem: message }), item('b', 'linkedin', { media_problem: message })]
  const issue = { kind: 'media_unreachable', severity: 'error', message, remedy: 'Replace it.' } as const
  const warnings = rowWarnings(items, [
    { ...issue, queue_item_id: 'a', channel: 'instagram' },
    { ...issue, queue_item_id: 'b', channel: 'linkedin' },
  ])
  expect(warnings).toMatchObject([{ label: 'Will fail', channels: ['instagram', 'linkedin'], rest: 'Replace it.' }])
  const [warning] = warnings
  expect(warning && [prefixOf(warning, 2), prefixOf(warning, 3)]).toEqual([
    'Will fail: ',
    'Will fail on Instagram, LinkedIn: ',
  ])
})
