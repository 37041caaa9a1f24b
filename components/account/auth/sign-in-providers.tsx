export type ProviderId = 'github' | 'google'

export const providerNames: Record<ProviderId, string> = { github: 'GitHub', google: 'Google' }

/** Logos from the brand guides. */
const marks = {
  github: (
    <path
      fill="currentColor"
      d="M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2 0 1.9 1.2 1.9 1.2 1 1.8 2.8 1.3 3.5 1 0-.8.4-1.3.7-1.6-2.7-.3-5.5-1.3-5.5-6 0-1.2.5-2.3 1.3-3.1-.2-.4-.6-1.6 0-3.2 0 0 1-.3 3.4 1.2a11.5 11.5 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.7 1.6.3 2.8.1 3.2.8.8 1.3 1.9 1.3 3.2 0 4.6-2.8 5.6-5.5 5.9.5.4.9 1 .9 2.2v3.3c0 .3.1.7.8.6A12 12 0 0 0 12 .3"
    />
  ),
  google: (
    <>
      <path
        fill="#4285F4"
        d="M23.5 12.3c0-.9-.1-1.5-.3-2.2H12v4.1h6.5c-.1 1-.8 2.6-2.4 3.6l3.7 2.9c2.3-2 3.7-5.1 3.7-8.4"
      />
      <path
        fill="#34A853"
        d="M12 24c3.2 0 6-1.1 7.9-2.9l-3.7-2.9c-1 .7-2.4 1.2-4.2 1.2a7.2 7.2 0 0 1-6.8-5l-3.9 3A12 12 0 0 0 12 24"
      />
      <path fill="#FBBC05" d="M5.2 14.4a7.4 7.4 0 0 1 0-4.7l-3.9-3a12 12 0 0 0 0 10.7z" />
      <path fill="#EA4335" d="M12 4.7c2.3 0 3.8 1 4.7 1.8l3.4-3.3A12 12 0 0 0 1.3 6.7l3.9 3a7.2 7.2 0 0 1 6.8-5" />
    </>
  ),
} as const

export function ProviderIcon({ id }: { id: ProviderId }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5 shrink-0">
      {marks[id]}
    </svg>
  )
}
