import { randomBytes } from 'node:crypto'

/** What every process of a test run is given, beside the addresses. */
export const testEnv = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  ENCRYPTION_KEY: `test:${randomBytes(32).toString('base64')}`,
  NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
  INNGEST_SIGNING_KEY: `signkey-test-${randomBytes(32).toString('hex')}`,
  ALLOW_PRIVATE_NETWORK: '1',
  ALLOW_INSECURE_WEBHOOKS: '1',
  RATE_LIMIT_PER_MINUTE: '100000',
  // The tests speak as a proxy does, so that each caller can have an address.
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'info',
} as const
