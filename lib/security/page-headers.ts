import { appUrl, env } from '@/lib/env'

/** Security headers of a page. The nonce is new for each answer; scripts without it do not run. */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}

export function contentSecurityPolicy(nonce: string): string {
  const { NODE_ENV, SUPABASE_URL } = env()
  // Files of stories are at any address that users name. Behind https, browsers refuse http files anyway.
  const files = appUrl().startsWith('https:') ? 'https:' : 'https: http:'
  // `next dev` compiles in the browser.
  const development = NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  const directives = [
    "default-src 'self'",
    // No 'strict-dynamic': all scripts are our own files, and it would let inline scripts run that a script inserts.
    `script-src 'self' 'nonce-${nonce}'${development}`,
    // Calendar and charts position their parts with style attributes, which take no nonce.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${files}`,
    `media-src 'self' blob: ${files}`,
    // Large files go straight to Supabase Storage.
    `connect-src 'self'${SUPABASE_URL ? ` ${new URL(SUPABASE_URL).origin}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return directives.join('; ')
}
