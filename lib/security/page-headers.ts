import { appUrl, env } from '@/lib/env'

/** Security headers of a page. Each response has a new nonce; scripts without it do not run. */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}

export function contentSecurityPolicy(nonce: string): string {
  const { NODE_ENV, SUPABASE_URL } = env()
  // Media can be at any URL that users enter. On https pages, browsers block http files anyway.
  const files = appUrl().startsWith('https:') ? 'https:' : 'https: http:'
  // `next dev` evaluates code in the browser.
  const development = NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  const directives = [
    "default-src 'self'",
    // No 'strict-dynamic': all scripts are our own files, and it would allow inline scripts inserted by scripts.
    `script-src 'self' 'nonce-${nonce}'${development}`,
    // Calendar and charts use style attributes, which do not support nonces.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${files}`,
    `media-src 'self' blob: ${files}`,
    // Large files are uploaded directly to Supabase Storage.
    `connect-src 'self'${SUPABASE_URL ? ` ${new URL(SUPABASE_URL).origin}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return directives.join('; ')
}
