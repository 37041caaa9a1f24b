/** `ann@example.com` → `a•••@e•••.com`: recognizable for its owner only. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.lastIndexOf('.')
  return `${first(local)}•••@${first(domain)}•••${end > 0 ? domain.slice(end) : ''}`
}

const first = (text: string): string => [...text][0] ?? ''
