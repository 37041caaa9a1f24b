import { afterEach, beforeAll } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { control } from '../api/api'
import { setEnv } from './publishing'

/** Settle time in tests of unknown outcomes: 1 s for the call plus 60 s until the network shows the post. */
export const settleSeconds = 61

/** Sets the settle time for the file, and restores the networks' settings after each test. Needs `onOwnSandbox`. */
export function withSettleTime(): void {
  beforeAll(() =>
    setEnv({
      PUBLISH_CALL_TIMEOUT_SECONDS: '1',
      PUBLISH_POLL_SECONDS: '0.05',
      ...Object.fromEntries(channelIds.map((channel) => [`${channel.toUpperCase()}_VISIBILITY_LAG_SECONDS`, '60'])),
    }),
  )
  const usual = { detect_duplicates: null, visibility_lag_ms: null }
  afterEach(() => Promise.all(channelIds.map((network) => control('POST', '/control/settings', { network, ...usual }))))
}

/** The networks' duplicate detection would hide a post that was sent twice. */
export const disableDetector = (network: ChannelId): Promise<unknown> =>
  control('POST', '/control/settings', { network, detect_duplicates: false })
