import { randomBytes } from 'node:crypto'

/** Environment of every process of a test run, without URLs. */
export const testEnv = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  ENCRYPTION_KEY: `test:${randomBytes(32).toString('base64')}`,
  NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
  INNGEST_SIGNING_KEY: `signkey-test-${randomBytes(32).toString('hex')}`,
  ALLOW_PRIVATE_NETWORK: '1',
  ALLOW_INSECURE_WEBHOOKS: '1',
  RATE_LIMIT_PER_MINUTE: '100000',
  // Tests send X-Forwarded-For, so each caller has its own address.
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'info',
} as const
