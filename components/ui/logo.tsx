/** The product logo. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent-fill" />
      <circle cx="10.5" cy="21.5" r="2.6" className="fill-on-accent" />
      <path
        d="M10 14.5a7.5 7.5 0 0 1 7.5 7.5M10 8.5a13.5 13.5 0 0 1 13.5 13.5"
        className="fill-none stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
